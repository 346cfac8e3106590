/**
 * What a logo may consist of: shapes, their colours and gradients. What is not listed is refused,
 * and with it scripts, animations, texts (whose fonts differ), other files and other documents.
 */
export const SVG_ELEMENTS: ReadonlySet<string> = new Set(
  "svg g defs title desc style path rect circle ellipse line polyline polygon clipPath mask linearGradient radialGradient stop".split(
    " ",
  ),
);

/** Elements whose content is text. */
export const TEXT_ELEMENTS: ReadonlySet<string> = new Set(["title", "desc", "style"]);

/** Properties of drawing, which are attributes or stand in a style. */
const PROPERTIES =
  "fill fill-opacity fill-rule clip-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity color stop-color stop-opacity clip-path mask display visibility overflow isolation paint-order mix-blend-mode shape-rendering enable-background vector-effect".split(
    " ",
  );

const GEOMETRY =
  "d points x y width height rx ry cx cy r x1 y1 x2 y2 fx fy fr offset transform viewBox preserveAspectRatio pathLength gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits".split(
    " ",
  );

const STYLE_PROPERTIES: ReadonlySet<string> = new Set(PROPERTIES);

/** Attributes whose values are numbers, colours, words and references within the file. */
const DRAWN: ReadonlySet<string> = new Set([
  ...PROPERTIES,
  ...GEOMETRY,
  "id",
  "class",
  "version",
  "role",
  "xml:space",
  "data-name",
  "aria-hidden",
]);

/** Attributes that have one value only. */
const FIXED: Readonly<Record<string, string>> = {
  xmlns: "http://www.w3.org/2000/svg",
  "xmlns:xlink": "http://www.w3.org/1999/xlink",
  type: "text/css",
};

/** Whether an attribute is known at all; its value is another question. */
export function isSvgAttribute(name: string): boolean {
  return DRAWN.has(name) || Object.hasOwn(FIXED, name) || LINKS.has(name) || name === "style";
}

const LINKS: ReadonlySet<string> = new Set(["href", "xlink:href"]);

/** Whether the value of a known attribute is harmless. */
export function isSvgValue(name: string, value: string): boolean {
  if (Object.hasOwn(FIXED, name)) return value === FIXED[name];
  if (LINKS.has(name)) return /^#[\w.-]+$/u.test(value);
  return name === "style" ? isHarmlessStyle(value) : isHarmlessValue(value);
}

/** Whether a list of CSS declarations draws, and does nothing else. */
function isHarmlessStyle(declarations: string): boolean {
  return declarations.split(";").every((declaration) => {
    if (declaration.trim() === "") return true;
    const [, property = "", value = ""] = /^\s*([a-z-]+)\s*:(.*)$/su.exec(declaration) ?? [];
    return STYLE_PROPERTIES.has(property) && isHarmlessValue(value);
  });
}

/** Whether a style sheet consists of rules for elements, classes and ids that draw. */
export function isHarmlessStyleSheet(sheet: string): boolean {
  // Cut by hand: a pattern for rules takes the square of the length of a sheet without braces.
  const rules = sheet.split("}");
  const rest = rules.pop() ?? "";
  return rest.trim() === "" && rules.every(isHarmlessRule);
}

function isHarmlessRule(rule: string): boolean {
  const [selectors = "", declarations, ...others] = rule.split("{");
  if (declarations === undefined || others.length > 0) return false;
  return /^[\s\w.#,-]+$/u.test(selectors) && isHarmlessStyle(declarations);
}

/**
 * Numbers, colours, words, transformations, or the reference to a part of the same file. No value
 * can hold a colon, a slash, a quotation mark or a backslash, without which no URL is written.
 */
function isHarmlessValue(value: string): boolean {
  if (/^\s*url\(#[\w.-]+\)\s*$/u.test(value)) return true;
  const withoutFunctions = value.replaceAll(FUNCTIONS, " ");
  return /^[\w\s.,+#%)-]*$/u.test(withoutFunctions);
}

const FUNCTIONS = /\b(?:rgba?|hsla?|matrix|translate|scale|rotate|skewX|skewY)\(/gu;
