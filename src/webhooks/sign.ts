import { createHmac } from "node:crypto";

/**
 * The headers by which a receiver knows who sent a webhook and when, by Standard Webhooks 1.0.
 *
 * @param secret the bytes behind `whsec_`
 * @param body exactly what is sent
 */
export function signatureHeaders(secret: Uint8Array, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": `v1,${signature}` };
}
