import type { IncomingMessage } from "node:http";
import type { DeskForm } from "./step.ts";

/** Maximum bytes of files from a browser; larger ones are put into the folder by hand. */
const UPLOAD_BYTES_MAX = 128 << 20;
/** Maximum bytes of other forms: more than one with a field for every column of a wide table. */
const FORM_BYTES_MAX = 4 << 20;
const TOO_LARGE = `Files of more than ${UPLOAD_BYTES_MAX >> 20} MiB are not sent through the browser: copy them into the folder, and the desk reads them there.`;
const TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** The reason why a form is refused, in a sentence. */
export interface FormRefusal {
  readonly status: number;
  readonly refused: string;
}

/** Reads a form; refuses another type, too many bytes and parts that cannot be told apart. */
export async function readDeskForm(request: IncomingMessage): Promise<DeskForm | FormRefusal> {
  const type = request.headers["content-type"] ?? "";
  const media = type.toLowerCase().split(";", 1).join("").trim();
  if (!TYPES.includes(media)) return { status: 415, refused: "The desk reads forms." };
  const isUpload = media === TYPES[1];
  const most = isUpload ? UPLOAD_BYTES_MAX : FORM_BYTES_MAX;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      chunks.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes > most) return { status: 413, refused: isUpload ? TOO_LARGE : "The form is too large." };
    }
  } catch {
    return { status: 400, refused: "The form did not arrive whole." };
  }
  const body = new Response(Buffer.concat(chunks), { headers: { "Content-Type": type } });
  const data = await body.formData().catch(() => null);
  if (data === null) return { status: 400, refused: "The form is malformed: its parts cannot be told apart." };
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
