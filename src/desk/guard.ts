import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/**
 * Lets only the browser use a desk that opened the printed address. Other programs on this machine
 * and pages of other sites know neither its cookie nor the token of its forms.
 */
export interface Guard {
  /** Path of the desk: `/` and letters that nobody guesses, without a slash at the end. */
  readonly base: string;
  /** The token that forms send with their fields. */
  readonly formToken: string;
  /** The path that works once. */
  readonly launchPath: string;
  /** Returns true for the first request for the launch path. */
  launch(path: string): boolean;
  /** The value of `Set-Cookie` in the response to the launch. */
  readonly cookie: string;
  /** Returns the reason why a request is refused; null where it may pass. */
  refusalOf(request: IncomingMessage, port: number): string | null;
  isFormToken(text: string | null): boolean;
}

const COOKIE = "desk";

/** Makes the secrets of one desk. They last as long as the process. */
export function openGuard(): Guard {
  const [place, launchToken, secret, formToken] = Array.from({ length: 4 }, () =>
    randomBytes(24).toString("base64url"),
  );
  const base = `/${place}`;
  const launchPath = `/open/${launchToken}`;
  let isLaunched = false;
  return {
    base,
    formToken: formToken ?? "",
    launchPath,
    launch(path) {
      if (isLaunched || !isEqual(path, launchPath)) return false;
      isLaunched = true;
      return true;
    },
    cookie: `${COOKIE}=${secret}; HttpOnly; SameSite=Strict; Path=${base}/`,
    refusalOf({ headers, method, url = "" }, port) {
      const host = `127.0.0.1:${port}`;
      if (headers.host !== host) return `The desk answers as http://${host} alone.`;
      const { origin } = headers;
      if (origin !== undefined && origin !== `http://${host}`) return "Another site asked for this.";
      const site = headers["sec-fetch-site"];
      const isOwn = site === undefined || site === "same-origin" || site === "none";
      if (!isOwn) return "Another site asked for this.";
      if (method === "POST" && origin === undefined && site === undefined)
        return "A form has to say which page it comes from.";
      if (url === launchPath || url.startsWith("/open/")) return null;
      const sent = (headers.cookie ?? "").split(/; */u).map((pair) => pair.split("="));
      const own = sent.filter(([name]) => name === COOKIE);
      if (!own.some(([, value = ""]) => isEqual(value, secret ?? ""))) return NOT_OPENED;
      return url.startsWith(`${base}/`) ? null : "There is nothing here.";
    },
    isFormToken: (text) => text !== null && isEqual(text, formToken ?? ""),
  };
}

const NOT_OPENED =
  "This browser has not opened the desk, or the desk was started again since. Use the address that the program printed when it started; it works once.";

/** Compares in a time that does not depend on the place where texts differ. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
