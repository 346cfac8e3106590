import { searchNames, type SearchRequest, type SearchResult } from "./search-names.ts";
import { serveIndex } from "./serve-index.ts";

/* The program of the thread that searches a large index. */

serveIndex<SearchRequest, SearchResult>((reader) => (request) => searchNames(reader, request));
