/** Thrown for a release that is stored and cannot be opened, because it is damaged or of a form that this program does not read. The cause says why. */
export class UnreadableRelease extends Error {
  override readonly name = "UnreadableRelease";
}
