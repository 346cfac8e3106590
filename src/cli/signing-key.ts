import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { buildKeyFiles, readPublicKey } from "../release/minisign.ts";
import { type Command, UsageError } from "./command.ts";

export const signingKey: Command = {
  name: "signing-key",
  summary: "Make a pair of minisign keys for signing releases",
  synopsis: "<file>",
  help: `Writes the secret key to <file>, readable by you alone, and the public one to <file>.pub. Existing files
are not overwritten. Set SIGNING_KEY_FILE to the file, and publish the public key where readers find it:
on your own site, not only on the service that it vouches for.`,
  options: {},
  async run(console, [file, ...more]) {
    if (file === undefined || more.length > 0) throw new UsageError("expected one file for the secret key");
    for (const each of [file, `${file}.pub`])
      if (existsSync(each)) {
        console.say(`${each} exists already; a key that was used is never overwritten.`);
        return 1;
      }
    const { publicKey, secretKey } = buildKeyFiles();
    await writeFile(file, secretKey, { mode: 0o600, flag: "wx" });
    await writeFile(`${file}.pub`, publicKey, { flag: "wx" });
    console.print(readPublicKey(publicKey).text);
    console.say(`The secret key is in ${file}, this public key in ${file}.pub.`);
    return 0;
  },
};
