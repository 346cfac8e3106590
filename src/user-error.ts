/**
 * An error whose message tells the person who runs the program what was found and what to do. Any
 * other error that ends a command is a bug of ours.
 */
export class UserError extends Error {
  override readonly name: string = this.constructor.name;
  /** Of the process, where the error ends a command. */
  readonly exitStatus: number = 1;
}
