import { request } from "node:http";
import type { BareAnswer } from "./bare-server.ts";

/** Headers that `node:http` writes by itself, in every server alike. */
const OWN_HEADERS = new Set(["date", "connection", "keep-alive"]);

/**
 * Asks a local server once (by POST where there is a body), and returns its answer as a bare server
 * would send it again: all headers, body still packed.
 */
export function askAnswer(
  port: number,
  address: string,
  headers: Readonly<Record<string, string>> = {},
  sent?: string,
) {
  return new Promise<BareAnswer>((resolve, reject) => {
    const method = sent === undefined ? "GET" : "POST";
    const asked = request({ host: "127.0.0.1", port, path: address, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const { rawHeaders, statusCode = 0 } = response;
        const head: string[] = [];
        for (let at = 0; at < rawHeaders.length; at += 2) {
          const name = rawHeaders[at]!;
          if (!OWN_HEADERS.has(name.toLowerCase())) head.push(name, rawHeaders[at + 1]!);
        }
        resolve({ status: statusCode, head, body: Buffer.concat(chunks) });
      });
    });
    asked.on("error", reject);
    asked.end(sent);
  });
}

/** Asks for JSON; throws where the answer is not 200. */
export async function askJson<Body>(
  port: number,
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Body> {
  const { status, body } = await askAnswer(port, address, headers);
  if (status !== 200) throw new Error(`${address} answered ${status}`);
  return JSON.parse(Buffer.from(body).toString()) as Body;
}
