import { cpus, loadavg, platform, release } from "node:os";

/**
 * One line that says when and on what a measurement ran, and how busy the machine was with other
 * things before.
 */
export function describeMachine(): string {
  const processors = cpus();
  const busy = loadavg()[0]!.toFixed(1);
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${processors.length} × ${processors[0]?.model.trim() ?? "unknown processor"}, ${platform()} ${release()}`;
  return `${day}, Node ${process.versions.node}, ${machine}, load average before ${busy}`;
}
