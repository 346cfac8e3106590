import { type HttpReply, readAtMost } from "./http-exchange.ts";
import { type OriginFault, OriginError } from "./origin.ts";

const ERROR_BYTES_MAX = 16 * 1024;

/** Codes in a body of 4xx that a later attempt may not get. */
const PASSING_CODES = ["RequestTimeout", "SlowDown", "OperationAborted"];

/** What to do about some codes. */
const HINTS: Readonly<Record<string, string>> = {
  AccessDenied: "the key lacks a permission (of s3:GetObject and s3:ListBucket, and s3:PutObject to publish)",
  Forbidden: "the key lacks a permission (without s3:ListBucket, S3 says so of objects that do not exist)",
  ExpiredToken: "AWS_SESSION_TOKEN has expired",
  InvalidAccessKeyId: "AWS_ACCESS_KEY_ID is not known there",
  NoSuchBucket: "there is no such bucket",
  RequestTimeTooSkewed: "the clock of this machine is wrong",
  SignatureDoesNotMatch: "AWS_SECRET_ACCESS_KEY is not the right one",
};

/** The error that stands for a response of S3 which is none of those that were hoped for. */
export async function describeS3Error(reply: HttpReply, name: string): Promise<OriginError> {
  const { status, headers } = reply;
  const text = (await readAtMost(reply, ERROR_BYTES_MAX))?.toString() ?? "";
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? (status === 403 ? "Forbidden" : "");
  const region = headers["x-amz-bucket-region"];
  const hint = status < 400 && typeof region === "string" ? `the bucket lies in AWS_REGION=${region}` : HINTS[code];
  const said = [`${name} answers ${status}`, ...(code === "" ? [] : [` ${code}`]), ...(hint ? [`: ${hint}`] : [])];
  return new OriginError(faultOf(status, code), said.join(""));
}

function faultOf(status: number, code: string): OriginFault {
  if (status === 404) return code === "NoSuchBucket" ? "refused" : "missing";
  if (status >= 500 || status === 429 || status === 408 || PASSING_CODES.includes(code)) return "unreachable";
  // The bytes that came are not those of the hash that was signed: lost on the way.
  return code === "XAmzContentSHA256Mismatch" || code === "BadDigest" ? "unreachable" : "refused";
}
