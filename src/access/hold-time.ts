/** How long a moment is taken for the present one: nobody's window begins so exactly. */
const HELD_MILLISECONDS = 5;

/**
 * The same clock, read once for all requests that come within five milliseconds: reading it takes longer than judging a quota.
 *
 * The moment it says is held no longer while the event loop turns; a loop that is held up holds it as long.
 */
export function holdTime(now: () => Date): () => Date {
  let held: Date | null = null;
  const timer = setTimeout(() => (held = null), HELD_MILLISECONDS).unref();
  return () => {
    if (held === null) {
      held = now();
      timer.refresh();
    }
    return held;
  };
}
