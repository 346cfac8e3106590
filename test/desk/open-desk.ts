import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { PROJECT, TestCli } from "../cli/run-cli.ts";

/** A browser without a window, at a desk. */
export interface DeskClient {
  readonly port: number;
  readonly launchUrl: string;
  /** The cookie and the path of the desk, after the launch. */
  readonly cookie: string;
  readonly base: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<DeskAnswer>;
  /** Posts fields with the token and the digest of the page, unless they are given. */
  post(
    step: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<DeskAnswer>;
  /** What forms of a step send beside their own fields. */
  facts(step: string): Promise<{ readonly token: string; readonly digest: string }>;
  /** Sends files, by name, to the step of the files. */
  upload(
    files: Readonly<Record<string, string | Uint8Array>>,
    fields?: Readonly<Record<string, string>>,
  ): Promise<DeskAnswer>;
}

/** A desk of a folder of its own, as the command opens it in this process. */
export interface TestDesk extends DeskClient {
  readonly folder: string;
  readonly dataFolder: string;
  close(): Promise<void>;
}

export interface DeskAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Opens a desk of these files, and its launch address. */
export async function openTestDesk(
  files: Readonly<Record<string, string>>,
  prepare: (folder: string) => void = () => {},
  /** Whether it is opened here; otherwise a browser may. */
  { isLaunched = true }: { readonly isLaunched?: boolean } = {},
): Promise<TestDesk> {
  const folder = mkdtempSync(path.join(tmpdir(), "country-trust-desk-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  prepare(folder);
  const cli = new TestCli();
  const command = cli.start("desk", folder);
  const [launchUrl = ""] = await command.untilPrinted(/http:\/\/\S+/u);
  const client = await openClient(launchUrl, isLaunched);
  return {
    ...client,
    folder,
    dataFolder: cli.dataFolder,
    async close() {
      await command.stop();
      rmSync(folder, { recursive: true, force: true });
      rmSync(cli.dataFolder, { recursive: true, force: true });
    },
  };
}

/** Opens a desk at the address that it printed, unless a browser does. */
export async function openClient(launchUrl: string, isLaunched = true): Promise<DeskClient> {
  const port = Number(new URL(launchUrl).port);
  const own = `http://127.0.0.1:${port}`;
  const launched = isLaunched ? (await ask(port, "GET", new URL(launchUrl).pathname, {})).headers : {};
  const [cookie = ""] = String(launched["set-cookie"] ?? "").split(";", 1);
  const base = String(launched["location"] ?? "").replace(/\/files$/u, "");
  const get: TestDesk["get"] = async (where, headers = {}) => {
    for (;;) {
      const answer = await ask(port, "GET", `${base}/${where}`, { cookie, ...headers });
      // Files that are being read are waited for, as the page does.
      if (!answer.text.includes("data-waiting")) return answer;
    }
  };
  const facts = async (step: string) => {
    const { text } = await get(step);
    const of = (name: string): string => new RegExp(`name="${name}"\\s+value="([^"]*)"`, "u").exec(text)?.[1] ?? "";
    return { token: of("token"), digest: of("digest") };
  };
  return {
    port,
    launchUrl,
    cookie,
    base,
    get,
    facts,
    async post(step, fields, headers = {}) {
      const sent = new URLSearchParams();
      const hidden = "token" in fields && "digest" in fields ? {} : await facts(step === "undo" ? "files" : step);
      for (const [name, value] of Object.entries({ ...hidden, ...fields }))
        for (const each of [value].flat()) sent.append(name, String(each));
      const body = sent.toString();
      const type = "application/x-www-form-urlencoded";
      return await ask(
        port,
        "POST",
        `${base}/${step}`,
        { cookie, origin: own, "content-type": type, ...headers },
        body,
      );
    },
    async upload(sent, fields = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...(await facts("files")), do: "upload", ...fields }))
        form.set(name, value);
      for (const [name, bytes] of Object.entries(sent)) form.append("file", new File([bytes], name));
      const encoded = new Response(form);
      const type = encoded.headers.get("content-type") ?? "";
      const body = Buffer.from(await encoded.arrayBuffer());
      return await ask(port, "POST", `${base}/files`, { cookie, origin: own, "content-type": type }, body);
    },
  };
}

/** A desk in a process of its own, which may be killed. */
export interface DeskProcess extends DeskClient {
  readonly pid: number;
  /** Ends it as a crash does, without a chance to finish. */
  kill(): Promise<void>;
}

export async function startDesk(folder: string, dataFolder: string): Promise<DeskProcess> {
  const program = path.join(PROJECT, "bin", "country-trust.mjs");
  const env = { ...process.env, DATA_DIR: dataFolder, LOG_LEVEL: "silent" };
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program, "desk", folder], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (/http:\/\/\S+\n/u.test(said)) break;
  }
  const [launchUrl] = /http:\/\/\S+/u.exec(said) ?? [];
  if (launchUrl === undefined || child.pid === undefined) throw new Error(`the desk did not open: ${said}`);
  return {
    ...(await openClient(launchUrl)),
    pid: child.pid,
    async kill() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** One request with exactly these headers; a Host is set where none is given. */
export function ask(
  port: number,
  method: string,
  where: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = "",
): Promise<DeskAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path: where, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
