/** Too many searches are waiting for a worker thread. */
export class SearchOverloadError extends Error {
  override readonly name = "SearchOverloadError";
}
