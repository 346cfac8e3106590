import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { buildKeyFiles, readPublicKey } from "../release/minisign.ts";
import { type Command, failed, onlyArgument } from "./command.ts";

export const signingKey: Command = {
  summary: "Make a pair of minisign keys for signing releases",
  synopsis: "<file>",
  help: `Writes the secret key to <file>, readable by you alone, and the public one to <file>.pub. Existing files
are not overwritten. Set SIGNING_KEY_FILE to the file, and publish the public key where readers find it:
on your own site, not only on the service that it vouches for.`,
  options: {},
  async run(_console, args) {
    const file = onlyArgument(args, "one file for the secret key");
    const there = [file, `${file}.pub`].find((each) => existsSync(each));
    if (there !== undefined) return failed(`${there} exists already; a key that was used is never overwritten.`);
    const { publicKey, secretKey } = buildKeyFiles();
    await writeFile(file, secretKey, { mode: 0o600, flag: "wx" });
    await writeFile(`${file}.pub`, publicKey, { flag: "wx" });
    const note = `The secret key is in ${file}, this public key in ${file}.pub.`;
    return { lines: [readPublicKey(publicKey).text], notes: [note] };
  },
};
