import type { Static, TSchema } from "typebox";
import type { Atlas } from "../atlas/atlas.ts";
import type { PublishedBranding } from "../branding/branding.ts";
import type { ProblemCode } from "../problem.ts";
import type { AnswerLink, JsonOperation, Operation } from "./operation.ts";
import type { GivenBody } from "./read-body.ts";
import type { Mode } from "./urls.ts";

/**
 * Asks an operation within the process: nobody's quota is debited, and the answer is the one that
 * the API gives.
 *
 * `parameters` are strings, those of the path and of the query together; undefined ones are left
 * out; `body` is the JSON of an operation that takes one. Other names of the same thing are
 * followed to it. Rejects with the operation's `Problem`.
 */
export type Ask = <S extends TSchema>(
  operation: JsonOperation<S>,
  parameters?: Readonly<Record<string, string | undefined>>,
  body?: object,
) => Promise<Static<S>>;

export type Dimension = "country" | "sector";

/** Dependencies of every document and page. */
export interface PageSources {
  readonly dimensions: ReadonlySet<Dimension>;
  readonly ask: Ask;
  readonly atlas: Atlas;
  readonly branding: PublishedBranding;
  /** Public origin without a slash at the end; it may have a path of its own. */
  readonly baseUrl: string;
  readonly mode: Mode;
}

/** A release that its publisher sees before it is published, and the one to compare it with. */
export interface PreviewedRelease {
  /** The id of the current release; null where there is none. */
  readonly before: string | null;
  /** The reason why the two are not compared; null where they are. */
  readonly reason: "first_release" | "unchanged" | "unreadable_release" | null;
  /** Sentences about the dataset that its publisher should know. */
  readonly notices: readonly string[];
}

/** The previewed release of a request for a page. */
export interface PagePreview extends PreviewedRelease {
  /** Asks the previewed release, also operations that depend on several releases. */
  readonly ask: Ask;
}

/** A request for a page. All its answers are from one release, but for those of `askOf`. */
export interface PageRequest extends PageSources {
  /**
   * Asks another release, by its id: for a page that shows two of them, which depends on all the
   * releases there are. Throws `release_not_found`.
   */
  askOf(release: string): Ask;
  /** Path without the query, as it was sent. */
  readonly url: string;
  /** Decoded segments by the names of the template's placeholders. */
  readonly path: Readonly<Record<string, string>>;
  /** The query, decoded; of a name that was given twice the first value. */
  readonly query: ReadonlyMap<string, string>;
  /** The name of the release in links: its id, or the secret name of a draft. */
  readonly release: string;
  /** The name in links if the URL chose the release; null otherwise. */
  readonly chosenRelease: string | null;
  readonly releaseStatus: ReleaseStatus;
  /** Null but in a preview of the release that answers. */
  readonly preview: PagePreview | null;
  /** The OpenAPI document with examples of the current release; the same object until the next. */
  openapi(): Promise<object>;
}

/**
 * The status of a release: the current one, one that its publisher went back from, one published
 * before or after the current one, or a draft.
 */
export type ReleaseStatus = "current" | "withdrawn" | "older" | "newer" | "draft";

/** The answer of a page, unless it throws a `Problem`. */
export type PageAnswer =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly links?: readonly AnswerLink[];
      /** 400 where something about the query is wrong, which the page says; 200 by default. */
      readonly status?: FormAnswer["status"];
      /** The media type if the query chooses it, instead of that of the page. */
      readonly mediaType?: string;
      /** It is a file of a release that the URL names, so that it never changes. */
      readonly isPinned?: boolean;
    }
  /** A picture, compressed by its own format. */
  | { readonly kind: "picture"; readonly bytes: Buffer; readonly isPinned?: boolean }
  /** A permanent redirect; `location` is a path with its query, below the public origin. */
  | { readonly kind: "redirect"; readonly location: string };

/** A request to an operation for the sender of a form. */
export interface Submission {
  /** The same parameters as those of `Ask`. */
  readonly parameters?: Readonly<Record<string, string | undefined>>;
  readonly body?: GivenBody;
  /** The API key from the form. The operation runs for its holder. */
  readonly key?: string;
}

/**
 * Asks an operation for the sender of a form. It debits the window of its own that the operation
 * has in the API, and no quota. Rejects with the operation's `Problem`, or that of its limit.
 */
export type Submit = <S extends TSchema>(operation: JsonOperation<S>, submission: Submission) => Promise<Static<S>>;

/** Asks an operation that answers with a text, such as a CSV file, for the sender of a form. */
export type SubmitForText = (operation: Operation, submission: Submission) => Promise<string>;

/** A form that was posted to a page. */
export interface FormRequest extends PageRequest {
  /** Texts and files by the names of their controls. */
  readonly fields: FormData;
  readonly submit: Submit;
  readonly submitForText: SubmitForText;
}

/** The page that answers a form, or a file to be saved. Nobody keeps it. */
export interface FormAnswer {
  /** 400 where something about the form is wrong, which the page says. */
  readonly status: 200 | 400;
  /** A workbook is bytes; everything else is a text. */
  readonly text: string | Buffer;
  /** The text is no page but a file to be saved. */
  readonly file?: { readonly mediaType: string; readonly filename: string };
}

/** The handler of forms that are posted to a page. */
export interface PageForm {
  /** The page says something without it, too: an export has the page, without the form. */
  readonly isExtra?: true;
  /** Longer forms are refused unread. */
  readonly bytesMax: number;
  /** Throws a `Problem` that the page has no words for. */
  answer(request: FormRequest): Promise<FormAnswer>;
}

/**
 * A page that shows what operations answer, or a picture of it. Several pages, and a document, may
 * have one path; `Accept` chooses among their media types.
 */
export interface Page {
  /** Path template: `/countries/{slug}`. */
  readonly path: string;
  readonly mediaType: string;
  /** `Content-Security-Policy`, replacing the strict one of data. */
  readonly contentSecurityPolicy: string;
  /**
   * A page of one `release`, or of all the `releases` there are, is cached until another release
   * becomes current. A page of a release can ask operations of a release alone.
   */
  readonly dependsOn: "release" | "releases" | "service";
  /** The placeholder of the path that names the release, instead of the query. */
  readonly releaseIn?: string;
  /** Other sites show it, so that there is none of a draft. */
  readonly isForOthers?: true;
  /**
   * The parameters that its query may have, by what stands in the path, apart from those of the
   * release: any other one, and one that is given twice, is refused. Without it a query may bring
   * what it likes along, which means nothing.
   */
  readonly parameters?: (path: PageRequest["path"]) => readonly string[];
  /** It is answered whatever `Accept` says. */
  readonly ignoresAccept?: true;
  answer(request: PageRequest): Promise<PageAnswer>;
  /** Without it, nothing can be posted to the page. */
  readonly form?: PageForm;
}

/** A page that is shown where something went wrong. */
export interface ProblemPage {
  /** The beginning of the paths it is for. */
  readonly under: string;
  /** It is sent whatever `Accept` says, instead of the problem document. */
  readonly ignoresAccept?: true;
  readonly mediaType: string;
  readonly contentSecurityPolicy: string;
  text(problem: ShownProblem, sources: PageSources): Promise<string>;
}

/** A problem as a page shows it. */
export interface ShownProblem {
  readonly status: number;
  readonly code: ProblemCode;
  readonly title: string;
  /** Says what was found, what was expected, and what to do. */
  readonly detail: string;
  /** The path that was asked for, as it was sent. */
  readonly url: string;
  readonly requestId: string;
}
