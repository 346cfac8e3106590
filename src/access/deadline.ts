/** A call took longer than its deadline. */
export class DeadlineExceeded extends Error {
  override readonly name = "DeadlineExceeded";
}

/**
 * Settles as a call to a store does, or rejects with `DeadlineExceeded` after so many milliseconds.
 *
 * When the event loop is late, timers fire before sockets are read. A reply that has arrived by
 * then still counts: the rejection waits until sockets were read once more.
 */
export function withinDeadline<T>(question: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let isSettled = false;
    const timer = setTimeout(() => {
      setImmediate(() =>
        setImmediate(() => {
          if (!isSettled) reject(new DeadlineExceeded(`no answer within ${milliseconds} ms`));
        }),
      );
    }, milliseconds);
    const settle = (): void => {
      isSettled = true;
      clearTimeout(timer);
    };
    question.finally(settle).then(resolve, reject);
  });
}
