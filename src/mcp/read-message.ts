import { parseJson } from "../ask/read-body.ts";
import { isObject } from "../is-object.ts";

/**
 * Reads a message as it is meant: some clients send null for what they leave out, which the
 * protocol does not allow, and some send the arguments of a tool as a text in JSON.
 */
export function readMessage(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(readMessage);
  if (!isObject(message)) return message;
  const { params, ...rest } = message;
  if (params === null || params === undefined) return rest;
  if (!isObject(params)) return message;
  const given = Object.entries(params).filter(([, value]) => value !== null);
  return {
    ...rest,
    params: Object.fromEntries(
      given.map(([name, value]) => [name, name === "arguments" ? parseStructure(value) : value]),
    ),
  };
}

/** Parses a list or an object that was sent as a text in JSON; returns any other value as it is. */
export function parseStructure(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/u.test(value)) return value;
  try {
    return parseJson(value, "The list");
  } catch {
    return value;
  }
}
