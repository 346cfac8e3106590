import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { html, type Html } from "../html/html.ts";
import type { Desk, FilesState } from "./desk.ts";
import { type DeskPage, renderDesk } from "./frame.ts";
import { type Guard, openGuard } from "./guard.ts";
import { readDeskForm } from "./read-form.ts";
import type { DeskForm, Step } from "./step.ts";
import { bandsStep } from "./step-bands.ts";
import { columnsStep } from "./step-columns.ts";
import { companiesStep } from "./step-companies.ts";
import { filesStep } from "./step-files.ts";
import { publishStep } from "./step-publish.ts";
import { resultStep } from "./step-result.ts";
import { changedPage, faultPage, historyPage, notUndone, stoppedPage, waitingPage } from "./other-pages.ts";

/** An open desk server. */
export interface DeskServer {
  /** The address that opens the desk, once. */
  readonly launchUrl: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface DeskServerOptions {
  readonly desk: Desk;
  /** 0 takes any free port. */
  readonly port: number;
  /** Is called with errors of the desk itself. */
  readonly onError: (error: unknown) => void;
}

/** The only host: the desk reads and writes files of the person who started it. */
const HOST = "127.0.0.1";

/** The steps in the order of their links. Any other order works as well. */
const STEPS: readonly Step[] = [filesStep, columnsStep, bandsStep, companiesStep, resultStep, publishStep];

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": POLICY,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

const ASSETS: ReadonlyMap<string, readonly [file: string, type: string]> = new Map([
  ["assets/frame.css", ["../html/assets/frame.css", "text/css; charset=utf-8"]],
  ["assets/icon.svg", ["../html/assets/icon.svg", "image/svg+xml"]],
  ["assets/desk.css", ["assets/desk.css", "text/css; charset=utf-8"]],
  ["assets/desk.js", ["assets/desk.js", "text/javascript; charset=utf-8"]],
]);

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves a desk on this machine alone. Rejects when the port cannot be listened on. */
export async function openDeskServer({ desk, port, onError }: DeskServerOptions): Promise<DeskServer> {
  const guard = openGuard();
  const answers = new DeskAnswers(desk, guard);
  const server = createServer((request, response) => {
    answers.answer(request).then(
      (made) => send(request, response, made),
      (error: unknown) => {
        onError(error);
        const said = "The desk met an error of its own. What was saved is saved.";
        send(request, response, shortPage(500, "Something went wrong", said));
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: HOST, port }, () => resolve());
  });
  const address = server.address();
  const own = typeof address === "object" && address !== null ? address.port : port;
  answers.port = own;
  return {
    launchUrl: `http://${HOST}:${own}${guard.launchPath}`,
    port: own,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

/** Answers the requests of the browser. */
class DeskAnswers {
  port = 0;
  readonly #desk: Desk;
  readonly #guard: Guard;
  /** Requests run one after another: each reads the documents and may write them. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(desk: Desk, guard: Guard) {
    this.#desk = desk;
    this.#guard = guard;
  }

  async answer(request: IncomingMessage): Promise<Answer> {
    const { base } = this.#guard;
    const refusal = this.#guard.refusalOf(request, this.port);
    if (refusal !== null) return shortPage(403, "Not allowed", refusal);
    const url = URL.parse(request.url ?? "/", `http://${HOST}:${this.port}`);
    if (url === null) return shortPage(400, "Not found", "The address is malformed.");
    if (url.pathname.startsWith("/open/")) {
      if (request.method === "GET" && this.#guard.launch(url.pathname))
        return { status: 303, headers: { Location: `${base}/files`, "Set-Cookie": this.#guard.cookie } };
      return shortPage(403, "This address worked once", "Go back to the page that it opened, or start the desk again.");
    }
    const name = url.pathname.slice(base.length + 1);
    const asset = ASSETS.get(name);
    if (asset !== undefined)
      return { status: 200, type: asset[1], body: await readFile(new URL(asset[0], import.meta.url)) };
    if (request.method === "POST") {
      // A form arrives before its turn begins: one that stalls holds up nobody.
      const form = await readDeskForm(request);
      if ("refused" in form) return shortPage(form.status, "Not taken", form.refused);
      return await this.#inTurn(() => this.#post(form, name, url));
    }
    if (request.method !== "GET" && request.method !== "HEAD")
      return shortPage(405, "Not allowed", "The desk takes GET and POST.");
    return await this.#inTurn(async () => {
      if (name === "history") return await this.#shown(null, "All changes", () => historyPage(this.#desk.history));
      const step = STEPS.find(({ id }) => id === name);
      if (step === undefined) return NO_STEP;
      return await this.#shown(step.id, step.title, async () => await this.#stepMain(step, url));
    });
  }

  async #inTurn(answer: () => Promise<Answer>): Promise<Answer> {
    const answered = this.#turn.then(async () => {
      await this.#desk.refresh();
      return await answer();
    });
    this.#turn = answered.catch(() => null);
    return await answered;
  }

  async #post(fields: DeskForm, name: string, url: URL): Promise<Answer> {
    if (!this.#guard.isFormToken(fields.text("token")))
      return shortPage(403, "Not allowed", "The form is not from a page of this desk.");
    const desk = this.#desk;
    const { base } = this.#guard;
    const { digest, faults } = desk.documents;
    if (name === "stop") {
      desk.stop();
      return { status: 303, headers: { Location: `${base}/files` } };
    }
    if (faults.length > 0) return await this.#shown(name, "Not taken", () => faultPage(faults), 409);
    if (fields.text("digest") !== digest)
      return await this.#shown(name, "Changed meanwhile", () => changedPage(name, fields), 409);
    if (name === "undo") {
      const refused = await desk.undo();
      if (refused !== null) return await this.#shown(null, "Not taken back", () => notUndone(refused), 409);
      return { status: 303, headers: { Location: `${base}/${desk.history.at(-1)?.step ?? "files"}` } };
    }
    const step = STEPS.find(({ id }) => id === name);
    return step === undefined ? NO_STEP : await this.#act(step, fields, url);
  }

  async #act(step: Step, fields: DeskForm, url: URL): Promise<Answer> {
    const back = { status: 303, headers: { Location: `${url.pathname}${url.search}` } };
    const action = fields.text("do");
    if (action === "read-again") this.#desk.readAgain();
    if (action === "again") this.#desk.publishing.again();
    if (action === "stop") this.#desk.publishing.stop();
    if (action === "read-again" || action === "again" || action === "stop") return back;
    const refusal = await step.act(this.#desk, fields);
    if (refusal === null) return back;
    const main = async (): Promise<Html> =>
      html`<p class="fault" role="alert" id="refused">${refusal.refused}</p>${await this.#stepMain(step, url)}`;
    return await this.#shown(step.id, step.title, main, 422);
  }

  async #stepMain(step: Step, url: URL): Promise<Html> {
    return await step.show(this.#desk, { query: (parameter) => url.searchParams.get(parameter) });
  }

  /** A page in the frame, once the files are read; meanwhile one that says how far it is. */
  async #shown(current: string | null, title: string, make: () => Html | Promise<Html>, status = 200): Promise<Answer> {
    const desk = this.#desk;
    const { base, formToken } = this.#guard;
    const found: FilesState = desk.documents.faults.length > 0 ? { state: "stopped", said: "" } : await desk.files();
    const steps: DeskPage["steps"] = await Promise.all(
      STEPS.map(async (step) => ({
        step,
        state: found.state === "read" ? await step.countOpen(desk) : { said: "", open: 0 },
      })),
    );
    const main =
      desk.documents.faults.length > 0
        ? faultPage(desk.documents.faults)
        : found.state === "read" || status !== 200
          ? await make()
          : found.state === "reading"
            ? waitingPage(found.said, { base, formToken })
            : stoppedPage(found.said);
    const isWaiting = found.state === "reading" && status === 200;
    const body = renderDesk({ desk, facts: { base, formToken }, steps, current, title, main, isWaiting });
    return { status, type: "text/html; charset=utf-8", body };
  }
}

/** A short page outside the frame. */
function shortPage(status: number, title: string, said: string): Answer {
  const text = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><p>${said}</p></body></html>
`;
  return { status, type: "text/html; charset=utf-8", body: text.toString() };
}

const NO_STEP = shortPage(404, "Not found", "There is no such step.");

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, type, body = "", headers = {} }: Answer,
): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    ...HEADERS,
    ...(type === undefined ? {} : { "Content-Type": type }),
    "Content-Length": bytes.length,
    // The rest of a body that was refused is not read.
    ...(request.complete ? {} : { Connection: "close" }),
    ...headers,
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
}
