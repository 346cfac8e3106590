/** The outcome of a promise, or a rejection with the reason of the signal once that is aborted. */
export async function abortable<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
