import { readdirSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { settled } from "./browser.ts";
import { openTestDesk, type TestDesk } from "./open-desk.ts";

type Role = Parameters<Page["getByRole"]>[0];

/** How long a step may take where many tests share two cores; a desk that hangs never answers. */
const PATIENCE_MILLISECONDS = 90_000;

/** A person at a desk in a browser, who clicks and types and does nothing else. */
export class DeskWalk {
  readonly page: Page;
  readonly desk: TestDesk;

  private constructor(page: Page, desk: TestDesk) {
    this.page = page;
    this.desk = desk;
  }

  /** Opens a desk of an empty folder at the address that it prints. */
  static async open(page: Page, files: Readonly<Record<string, string>> = {}): Promise<DeskWalk> {
    page.setDefaultTimeout(PATIENCE_MILLISECONDS);
    const desk = await openTestDesk(files, () => {}, { isLaunched: false });
    await page.goto(desk.launchUrl);
    await settled(page);
    return new DeskWalk(page, desk);
  }

  /** Waits for the answer to what is done, and until the page is settled again. */
  async saving(act: () => Promise<unknown>): Promise<void> {
    const [saved] = await Promise.all([
      this.page.waitForResponse((response) => response.request().method() === "POST"),
      act(),
    ]);
    await saved.finished();
    await settled(this.page);
  }

  async to(step: string): Promise<void> {
    await this.page.getByRole("navigation", { name: "Steps" }).getByRole("link", { name: step }).click();
    await this.page.locator('.steps a[aria-current="step"]', { hasText: step }).waitFor();
    await settled(this.page);
  }

  /** Follows a link of the page. */
  async follow(name: string | RegExp): Promise<void> {
    const link = this.page.getByRole("main").getByRole("link", { name }).first();
    const address = new URL((await link.getAttribute("href")) ?? "", this.page.url());
    await link.click();
    await this.page.waitForURL(address.href);
    await settled(this.page);
  }

  /** Chooses files as from a file manager. */
  async upload(files: readonly string[], replaces = false): Promise<void> {
    if (replaces) await this.page.getByRole("checkbox", { name: /replace files/u }).check();
    await this.saving(() => this.page.locator("input[type=file]").setInputFiles([...files]));
  }

  async choose(name: string, value: string): Promise<void> {
    const found = this.page.getByRole("combobox", { name, exact: true });
    if ((await found.locator("option:checked").textContent())?.trim() === value) return;
    await this.saving(() => found.selectOption({ label: value }));
  }

  async fill(name: string, value: string): Promise<void> {
    const field = this.page.getByLabel(name, { exact: true });
    if ((await field.inputValue()) === value) return;
    await field.fill(value);
    await this.saving(() => field.press("Tab"));
  }

  /** Types into a field that a button beside it sends. */
  async fillAndPress(label: string | RegExp, value: string, button: string): Promise<void> {
    await this.page.getByLabel(label).fill(value);
    await this.press(button);
  }

  async press(name: string | RegExp, role: Role = "button"): Promise<void> {
    await this.saving(() => this.page.getByRole(role, { name }).first().click());
  }

  async tick(name: string | RegExp): Promise<void> {
    await this.saving(() => this.page.getByRole("checkbox", { name }).click());
  }

  /** Takes columns out of what is judged. */
  async unjudge(...columns: readonly string[]): Promise<void> {
    const judged = this.page.getByRole("complementary");
    for (const column of columns) await judged.locator(`[data-column="${column}"]`).getByRole("checkbox").check();
    await judged.getByRole("combobox", { name: "Where to move what is ticked" }).selectOption("not judged");
    await this.press("Move");
  }

  /** Opens what is folded away, within the row of a column or on the page. */
  async unfold(summary: string, within: Locator = this.page.locator("main")): Promise<Locator> {
    const details = within.locator("details", { has: this.page.locator("summary", { hasText: summary }) }).first();
    if ((await details.getAttribute("open")) === null) await details.locator("summary").first().click();
    return details;
  }

  /** The row of a column in the step of the columns. */
  column(name: string): Locator {
    return this.page.locator("table.roles tr", { has: this.page.getByLabel(`Role of ${name}`, { exact: true }) });
  }

  /** Publishes for the first time, and waits until it is done. */
  async publish(): Promise<void> {
    await this.to("Result");
    await this.page.getByText("This would be the first release").waitFor();
    await this.to("Publish");
    await this.follow("Publish now");
    await this.press("Yes, publish it now");
    await this.page.getByRole("heading", { name: "It is published" }).waitFor();
  }

  async close(): Promise<void> {
    await this.desk.close();
  }
}

const TABS_MAX = 600;

async function hasFocus(found: Locator): Promise<boolean> {
  return (await found.and(found.page().locator(":focus")).count()) > 0;
}

/** The same by the keyboard alone: Tab, letters, Space and Enter. */
export class KeyboardWalk {
  readonly #walk: DeskWalk;

  constructor(walk: DeskWalk) {
    this.#walk = walk;
  }

  /** Goes on with Tab until the focus is there. */
  async reach(role: Role, name: string | RegExp): Promise<void> {
    const { page } = this.#walk;
    const wanted = page.getByRole(role, { name, exact: true }).first();
    await wanted.waitFor();
    for (let n = 0; n < TABS_MAX; n++) {
      if (await hasFocus(wanted)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not get to ${role} ${String(name)}`);
  }

  /** Presses a key on something that leads to another page. */
  async go(role: Role, name: string | RegExp, heading: string): Promise<void> {
    await this.reach(role, name);
    await this.#walk.page.keyboard.press("Enter");
    await this.#walk.page.getByRole("heading", { name: heading }).waitFor();
    await settled(this.#walk.page);
  }

  async press(role: Role, name: string | RegExp, key = "Enter"): Promise<void> {
    await this.reach(role, name);
    await this.#walk.saving(() => this.#walk.page.keyboard.press(key));
  }

  /** Opens a list, types the beginning of a choice, and takes it. */
  async choose(name: string, value: string): Promise<void> {
    const { keyboard } = this.#walk.page;
    await this.reach("combobox", name);
    await keyboard.press("Space");
    await keyboard.type(value);
    await this.#walk.saving(() => keyboard.press("Enter"));
  }

  async type(name: string | RegExp, text: string, end: "Tab" | "Enter" = "Tab"): Promise<void> {
    const { keyboard } = this.#walk.page;
    await this.reach("textbox", name);
    await keyboard.press("Control+a");
    await keyboard.type(text);
    await this.#walk.saving(() => keyboard.press(end));
  }

  async upload(files: readonly string[]): Promise<void> {
    const { page } = this.#walk;
    const input = page.locator("input[type=file]");
    // Asked for before the keys: a busy browser opens the dialog before it learns of the wait.
    const chosen = page.waitForEvent("filechooser");
    for (let n = 0; n < TABS_MAX && !(await hasFocus(input)); n++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const chooser = await chosen;
    await this.#walk.saving(() => chooser.setFiles([...files]));
  }
}

/** The files of a folder of raw data. */
export function rawFiles(folder: string): string[] {
  return readdirSync(path.join(folder, "raw"))
    .toSorted()
    .map((name) => path.join(folder, "raw", name));
}
