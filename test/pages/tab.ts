import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "playwright-core";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core")), "utf8");

/** A page in a real browser, and what goes wrong on it. */
export interface Tab {
  readonly page: Page;
  /** What went wrong since it was emptied. */
  readonly faults: string[];
}

/**
 * Opens a page and collects what goes wrong on it: errors, blocked and foreign requests, answers
 * that are no success.
 */
export async function openPage(context: BrowserContext, address: string): Promise<Tab> {
  const { origin } = new URL(address);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("data:"))
      faults.push(`foreign: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && response.request().resourceType() !== "fetch")
      faults.push(`${response.status()}: ${response.url()}`);
  });
  await page.goto(address, { waitUntil: "load" });
  return { page, faults };
}

/** How many pixels of a page lie beside its window. */
export async function findOverflow(page: Page): Promise<unknown> {
  return await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}

/** The rules of axe that look at colours. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** What axe finds with all of its rules, or with these, as `rule: where`. */
export async function findAccessibilityFaults(
  page: Pick<Page, "evaluate">,
  rules?: readonly string[],
): Promise<string[]> {
  // The tool is evaluated in the page, not added as a script, which the policy would rightly block.
  await page.evaluate(AXE);
  const options = JSON.stringify({ resultTypes: ["violations"], ...(rules && { runOnly: rules }) });
  const found = (await page.evaluate(`axe.run(document, ${options})`)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return found.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html.slice(0, 150))
        .slice(0, 3)
        .join(" | ")}`,
  );
}
