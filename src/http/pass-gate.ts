import { type Admission, type Admitted, type Gate, type Verdict, admissionOfPath } from "./gate.ts";
import type { Exchange, Replies } from "./replies.ts";

/** Takes an exchange through the gate and goes on with it; refusals and failures are answered here. */
export function passGate(
  gate: Gate,
  replies: Replies,
  exchange: Exchange,
  admission: Admission,
  goOn: (verdict: Admitted) => void,
): void {
  const settle = (verdict: Verdict): void => {
    exchange.head = verdict.head;
    exchange.counted = verdict.counted;
    if (verdict.allowed) goOn(verdict);
    else replies.failure(exchange, verdict.problem, verdict.refusalHead);
  };
  try {
    const verdict = gate.admit(exchange.request, admission);
    if (verdict instanceof Promise) verdict.then(settle).catch((error: unknown) => replies.failure(exchange, error));
    else settle(verdict);
  } catch (error) {
    replies.failure(exchange, error);
  }
}

/**
 * Answers what was refused before anybody asked who it came from: the refusal stands whoever it is, and is counted all the same.
 */
export function refuseCounted(
  gate: Gate,
  replies: Replies,
  exchange: Exchange,
  problem: unknown,
  refusalHead: readonly string[] = [],
): void {
  const settle = ({ head, counted }: Pick<Verdict, "head" | "counted">): void => {
    exchange.head = head;
    exchange.counted = counted;
    replies.failure(exchange, problem, refusalHead);
  };
  const verdict = gate.admit(exchange.request, admissionOfPath(exchange.request.url ?? ""));
  if (verdict instanceof Promise) verdict.then(settle, () => replies.failure(exchange, problem, refusalHead));
  else settle(verdict);
}
