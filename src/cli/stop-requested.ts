/**
 * Resolves on a signal to stop, or when the launcher that started this process is gone. Later
 * signals do nothing: a terminal or a service manager signals the launcher too, which passes it on.
 */
export async function stopRequested(): Promise<null> {
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
    process.once("disconnect", () => resolve());
  });
  if (process.connected) process.disconnect();
  return null;
}
