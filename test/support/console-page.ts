/** Pages of the console in Chromium. */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Time for a page under the load of other tests, in milliseconds. */
const PAGE_TIMEOUT_MS = 60_000;
/** Makes violations of the security policy errors of the page. */
const REPORT_VIOLATIONS =
  "addEventListener('securitypolicyviolation', (event) => console.error(event.violatedDirective))";

export const PHONE = { width: 390, height: 844 } as const;
const DESKTOP = { width: 1_440, height: 900 } as const;

export interface ConsolePage {
  readonly page: Page;
  /** Errors of the page's log, which has violations of the content policy as well. */
  readonly problems: readonly string[];
  readonly close: () => Promise<void>;
}

export interface Opening {
  readonly url: string;
  readonly text: string | RegExp;
  readonly options?: BrowserContextOptions | undefined;
}

/** Opens a page in a window of its own, and waits until its text is there. */
export async function openPage(browser: Browser, { url, text, options }: Opening): Promise<ConsolePage> {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // The browser logs each answer with an error status: those are shown on the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  await page.addInitScript({ content: REPORT_VIOLATIONS });
  await page.goto(url);
  await page.getByText(text).first().waitFor();
  return { page, problems, close: () => context.close() };
}

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Returns accessibility violations, as their rule and the elements. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  // Scripts of the debugger are not subject to the content policy.
  await page.evaluate(axe);
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
