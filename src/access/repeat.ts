/**
 * Does work again and again, with a pause after each time; the returned function ends that and
 * waits for what is under way.
 */
export function repeat(work: () => Promise<void>, pauseMilliseconds: number): () => Promise<void> {
  let isStopped = false;
  let underWay = Promise.resolve();
  let timer: NodeJS.Timeout;
  const schedule = (): void => {
    timer = setTimeout(() => void (underWay = workAndSchedule()), pauseMilliseconds).unref();
  };
  const workAndSchedule = async (): Promise<void> => {
    // A rejection here is a bug of ours: the process reports it, and the work goes on.
    await work().catch((error: unknown) => void Promise.reject(error));
    if (!isStopped) schedule();
  };
  schedule();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await underWay;
  };
}
