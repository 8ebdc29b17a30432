/** Pages of the console in Chromium. */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Disposable, Page } from 'playwright-core';

/** Time for a page under the load of other tests, in milliseconds. */
const PAGE_TIMEOUT_MS = 60_000;
/** Makes violations of the security policy errors of the page. */
const REPORT_VIOLATIONS =
  "addEventListener('securitypolicyviolation', (event) => console.error(event.violatedDirective))";

export const PHONE = { width: 390, height: 844 } as const;
export const DESKTOP = { width: 1_440, height: 900 } as const;

export interface ConsolePage {
  readonly page: Page;
  /** Errors of the page's log, which has violations of the content policy as well. */
  readonly problems: readonly string[];
  readonly close: () => Promise<void>;
}

export interface Opening {
  readonly url: string;
  readonly text: string | RegExp;
}

/**
 * Tabs of one profile. A tab that a test has closed is opened again by the next one: a profile or tab of its own takes as much
 * processor time as a test.
 */
export class Tabs {
  readonly profile: BrowserContext;
  readonly #idle: Page[] = [];

  private constructor(profile: BrowserContext) {
    this.profile = profile;
  }

  static async of(browser: Browser): Promise<Tabs> {
    const profile = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' });
    profile.setDefaultTimeout(PAGE_TIMEOUT_MS);
    await profile.addInitScript({ content: REPORT_VIOLATIONS });
    return new Tabs(profile);
  }

  /** Opens a page in a tab that no other test uses, and waits until its text is there. */
  async open({ url, text }: Opening): Promise<ConsolePage> {
    const page = this.#idle.pop() ?? (await this.profile.newPage());
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // The browser logs each answer with an error status: those are shown on the page.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        problems.push(message.text());
    });
    await page.goto(url);
    await page.getByText(text).first().waitFor();
    return { page, problems, close: () => this.#close(page) };
  }

  /** Removes all that a test has stored or changed. */
  async #close(page: Page): Promise<void> {
    for (const event of ['pageerror', 'console', 'request']) page.removeAllListeners(event);
    await page.unrouteAll();
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    await this.profile.clearCookies();
    this.#idle.push(page);
  }
}

/** Loads axe with each further document of the page, until it is disposed. The content policy does not apply to the debugger. */
export function loadAxe(page: Page): Promise<Disposable> {
  return page.addInitScript({ content: readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8') });
}

/** Returns accessibility violations, as their rule and the elements. The page needs `loadAxe`. */
export function violationsOf(page: Page): Promise<readonly string[]> {
  // Reduced in the browser: axe's whole result is megabytes per page, which would be sent to this process.
  return page.evaluate<readonly string[]>(`axe
    .run({ resultTypes: ['violations'] })
    .then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
}

/** Returns by how many pixels the page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
}
