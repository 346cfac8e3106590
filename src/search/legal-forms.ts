/** A sequence of letters and digits. */
export interface Run {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** In a script without spaces. */
  readonly isGrams: boolean;
  readonly isMinor: boolean;
}

/*
 * Legal forms at the beginning or end of names, folded and split into words. They do not identify a
 * company, so a query or a name may lack them or have others. About a hundred are enough: the
 * judged queries gain nothing from two thousand.
 */

const TAILS = `
inc|incorporated|corp|corporation|co|company|ltd|limited|llc|llp|lp|lllp|plc|pte|pty|pvt|private limited|pvt ltd|publ|public limited company|
public company limited|public joint stock company|joint stock company|limited partnership|limited liability company|
gmbh|ag|kg|kgaa|ohg|ug|ev|eg|aktiengesellschaft|kommanditgesellschaft|gesellschaft mit beschrankter haftung|se|
sa|s a|sas|sasu|sarl|sca|scs|snc|eurl|societe anonyme|societe europeenne|societe en commandite par actions|
spa|srl|sapa|societa per azioni|sab|sab de cv|sa de cv|de cv|cv|sl|slu|sau|scl|sociedad anonima|saa|sac|ltda|me|eireli|eirl|
nv|bv|cva|bvba|vof|naamloze vennootschap|besloten vennootschap|ab|hb|aktiebolag|as|asa|aps|aktieselskab|aktieselskap|oy|oyj|osakeyhtio|hf|ehf|
sro|vos|zrt|nyrt|kft|bt|rt|sp zoo|sp z oo|spolka akcyjna|doo|dd|dno|ad|ead|ood|eood|sae|jsc|pjsc|ojsc|cjsc|psc|oao|pao|zao|ooo|ao|
ооо|оао|пао|зао|ао|тоо|чао|пат|тов|ип|ао нк|ае|ανωνυμη εταιρεια|
tas|anonim sirketi|as tas|tic as|san ve tic as|bhd|sdn bhd|berhad|tbk|kk|kabushiki kaisha|yk|gk|jsc vn|wll|bsc|saog|kscp|qpsc|saoc|
`;

const HEADS = `pt|the|ооо|оао|пао|зао|ао|тоо|чао|пат|тов|ип|ooo|oao|pao|zao|jsc|pjsc|cv`;

const GRAM_FORMS =
  /^(?:株式会社|有限会社|合同会社|合资会社|株|有|주식회사|유한회사|주)$|^(?:株式会社|有限会社|合同会社|주식회사|유한회사)(?=.)|(?<=.)(?:株式会社|有限会社|合同会社|주식회사|유한회사|(?:集团)?(?:股份)?有限(?:责任)?公司|股份公司)$/u;

const TAIL_FORMS = phrases(TAILS);
const HEAD_FORMS = phrases(HEADS);
const PHRASE_WORDS_MAX = Math.max(...[...TAIL_FORMS].map((phrase) => phrase.split(" ").length));

function phrases(text: string): ReadonlySet<string> {
  return new Set(
    text
      .replaceAll("\n", "")
      .split("|")
      .filter((phrase) => phrase !== ""),
  );
}

/**
 * Marks the legal forms at both ends of a name as minor, and words for "and" inside it; at least
 * one word stays major.
 */
export function markMinorWords(given: readonly Run[]): readonly Run[] {
  const runs = given.some(({ isGrams }) => isGrams) ? given.flatMap(splitGramForms) : given;
  let first = 0;
  let end = runs.length;
  while (first < end - 1 && (runs[first]!.isMinor || isForm(runs, first, first + 1, HEAD_FORMS))) first += 1;
  for (let length = 1; length > 0;) {
    length = tailLength(runs, first, end);
    end -= length;
  }
  const isMinor = ({ text }: Run, at: number): boolean =>
    at < first || at >= end || (at > first && at < runs.length - 1 && isConnective(text));
  const isMarked = runs.every((run, at) => run.isMinor === isMinor(run, at));
  return isMarked ? runs : runs.map((run, at) => ({ ...run, isMinor: isMinor(run, at) }));
}

/**
 * Counts the words of the legal form before `end`; the longest wins, so that "sab de cv" is not
 * read as "cv".
 */
function tailLength(runs: readonly Run[], first: number, end: number): number {
  for (let length = Math.min(PHRASE_WORDS_MAX, end - first - 1); length > 0; length -= 1) {
    if (length === 1 && runs[end - 1]!.isMinor) return 1;
    if (isForm(runs, end - length, end, TAIL_FORMS)) return length;
  }
  return 0;
}

function isForm(runs: readonly Run[], start: number, end: number, forms: ReadonlySet<string>): boolean {
  let phrase = "";
  for (let at = start; at < end; at += 1) phrase += at === start ? runs[at]!.text : ` ${runs[at]!.text}`;
  return forms.has(phrase);
}

/** Splits the legal form off a run without spaces: 任天堂株式会社. */
function splitGramForms(run: Run): Run[] {
  if (!run.isGrams) return [run];
  const found = GRAM_FORMS.exec(run.text);
  if (found === null) return [run];
  const at = found.index;
  const { 0: form } = found;
  const isContiguous = run.end - run.start === run.text.length;
  const part = (start: number, end: number, isMinor: boolean): Run => ({
    text: run.text.slice(start, end),
    start: isContiguous ? run.start + start : run.start,
    end: isContiguous ? run.start + end : run.end,
    isGrams: true,
    isMinor,
  });
  if (form.length === run.text.length) return [{ ...run, isMinor: true }];
  return at === 0
    ? [part(0, form.length, true), part(form.length, run.text.length, false)]
    : [part(0, at, false), part(at, run.text.length, true)];
}

/**
 * Words for "and", folded. Between other words, a name or a query may lack them or have others, as
 * it may lack an ampersand.
 */
const CONNECTIVES: ReadonlySet<string> = new Set("and und et y e en og och и και".split(" "));

export function isConnective(text: string): boolean {
  return CONNECTIVES.has(text);
}

/** Returns true if the text between two words stands for "and". */
export function isAnd(between: string): boolean {
  return between === "&" || between === "+" || isConnective(between);
}
