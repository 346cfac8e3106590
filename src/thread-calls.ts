import type { MessagePort } from "node:worker_threads";

/*
 * Calls of functions of objects in another thread: what they take and return is copied.
 */

interface Call {
  readonly number: number;
  readonly object: string;
  readonly method: string;
  readonly parameters: readonly unknown[];
}

type Outcome =
  | { readonly number: number; readonly value: unknown }
  | {
      readonly number: number;
      readonly failure: { readonly name: string; readonly message: string; readonly stack: string };
    };

/** Answers calls of these objects' functions that come over a port. */
export function answerCalls(port: MessagePort, objects: Readonly<Record<string, object>>): void {
  port.on("message", ({ number, object, method, parameters }: Call) => {
    const answer = async (): Promise<unknown> => {
      const callee = Reflect.get(objects[object]!, method) as (...all: readonly unknown[]) => Promise<unknown>;
      return await callee(...parameters);
    };
    answer().then(
      (value) => port.postMessage({ number, value } satisfies Outcome),
      (error: unknown) => {
        const { name: kind, message, stack = "" } = error instanceof Error ? error : new Error(String(error));
        port.postMessage({ number, failure: { name: kind, message, stack } } satisfies Outcome);
      },
    );
  });
}

/**
 * Calls functions of another thread; the port keeps the process alive only while an answer is
 * awaited.
 */
export interface Caller {
  /** Resolves with what the function returns there, which is taken to be a `Result`. */
  readonly call: <Result>(object: string, method: string, ...parameters: readonly unknown[]) => Promise<Result>;
  /** Fails what is awaited and all later calls. */
  readonly break: (error: Error) => void;
}

/** Opens the calling side of a port. */
export function openCaller(port: MessagePort): Caller {
  const awaited = new Map<number, { resolve(value: unknown): void; reject: (error: Error) => void }>();
  let last = 0;
  let broken: Error | null = null;
  port.on("message", (outcome: Outcome) => {
    const waiting = awaited.get(outcome.number);
    awaited.delete(outcome.number);
    if (awaited.size === 0) port.unref();
    if ("failure" in outcome) waiting?.reject(rebuildError(outcome.failure));
    else waiting?.resolve(outcome.value);
  });
  port.on("close", () => fail(new Error("the thread that was called has ended")));
  port.unref();

  function fail(error: Error): void {
    broken ??= error;
    for (const { reject } of awaited.values()) reject(broken);
    awaited.clear();
  }

  return {
    call: (object, method, ...parameters) =>
      new Promise((resolve, reject) => {
        if (broken !== null) return reject(broken);
        last += 1;
        awaited.set(last, { resolve, reject });
        port.ref();
        port.postMessage({ number: last, object, method, parameters } satisfies Call);
      }),
    break(error) {
      fail(error);
      port.close();
    },
  };
}

function rebuildError({ name, message, stack }: { name: string; message: string; stack: string }): Error {
  return Object.defineProperties(new Error(message), { name: { value: name }, stack: { value: stack } });
}
