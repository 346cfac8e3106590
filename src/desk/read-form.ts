import type { IncomingMessage } from "node:http";
import type { DeskForm } from "./step.ts";

/** Files that a browser sends; larger ones are put into the folder by hand. */
export const UPLOAD_BYTES_MAX = 128 << 20;
/** More than a form with a field for every column of a wide table has. */
const FORM_BYTES_MAX = 4 << 20;
const TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** A form that cannot be read, with its status and a sentence. */
export class FormError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Reads a form. Throws a FormError for another type, too many bytes or parts that cannot be told
 * apart.
 */
export async function readDeskForm(request: IncomingMessage): Promise<DeskForm> {
  const type = request.headers["content-type"] ?? "";
  const media = type.toLowerCase().split(";", 1).join("").trim();
  if (!TYPES.includes(media)) throw new FormError(415, "The desk reads forms.");
  const isUpload = media === TYPES[1];
  const most = isUpload ? UPLOAD_BYTES_MAX : FORM_BYTES_MAX;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > most)
      throw new FormError(
        413,
        isUpload
          ? `Files of more than ${most >> 20} MiB are not sent through the browser: copy them into the folder, and the desk reads them there.`
          : "The form is too large.",
      );
    chunks.push(buffer);
  }
  const body = new Response(Buffer.concat(chunks), { headers: { "Content-Type": type } });
  const data = await body.formData().catch(() => {
    throw new FormError(400, "The form is malformed: its parts cannot be told apart.");
  });
  const texts = [...data].flatMap(([name, value]) => (typeof value === "string" ? [{ name, value }] : []));
  return {
    text: (name) => texts.findLast((each) => each.name === name)?.value ?? null,
    all: (name) => texts.flatMap((each) => (each.name === name ? [each.value] : [])),
    names: [...new Set(texts.map(({ name }) => name))],
    files: [...data].flatMap(([, value]) =>
      typeof value === "string" || (value.name === "" && value.size === 0) ? [] : [value],
    ),
  };
}
