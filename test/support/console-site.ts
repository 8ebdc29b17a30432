/** The console in Chromium, on a server with some data. */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startChromium } from './chromium';
import { send, sendJson } from './http-server';
import { startApp, startStore } from './running-app';
import { until } from './until';

/** Time for a page under the load of other tests, in milliseconds. */
const PAGE_TIMEOUT_MS = 30_000;

export const PHONE = { viewport: { width: 390, height: 844 } } as const;
export const DESKTOP = { viewport: { width: 1_440, height: 900 } } as const;

export const CAMPAIGN_ID = 'c0ffee00-0000-4000-8000-000000000001';
const MINUTE_MS = 60_000;

export interface ConsoleSite {
  readonly url: string;
  /** Opens a page of the console in a window of its own, and waits until its text is there. */
  open(path: string, text: string | RegExp, options?: BrowserContextOptions): Promise<ConsolePage>;
  close(): Promise<void>;
}

interface ConsolePage {
  readonly page: Page;
  /** Errors of the page's log, which has violations of the content policy as well. */
  readonly problems: readonly string[];
  /** Accessibility violations, as their rule and the elements. */
  readonly violations: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Starts a server with events of `user-1`, a profile, and a campaign that is paced. */
export async function startConsoleSite(env: NodeJS.ProcessEnv = {}): Promise<ConsoleSite> {
  const store = await startStore();
  const running = await startApp({ BIGTABLE_EMULATOR_HOST: store.endpoint, TIDEMARK_PACING: 'on', ...env });
  const { port } = running;
  const browser = await startChromium();
  await addData(port);
  const url = `http://127.0.0.1:${port}/console`;
  return {
    url,
    open: (path, text, options = DESKTOP) => openPage(browser, { url: url + path, text, options }),
    async close() {
      await browser.close();
      await running.app.drain();
      await store.close();
    },
  };
}

/** Two impressions are delivered twice, with another view type: duplicates that the store has as well. */
async function addData(port: number): Promise<void> {
  const now = Date.now();
  const impression = (at: number, over: object = {}) => ({
    userId: 'user-1',
    action: 'impression',
    eventTime: now - (at + 1) * 20 * MINUTE_MS,
    viewType: 'home_feed',
    adId: `ad-${at % 3}`,
    campaignId: 'cmp-11',
    insertionId: `ins-${at}`,
    ...over,
  });
  const events = [
    ...Array.from({ length: 12 }, (_, at) => impression(at)),
    impression(0, { viewType: 'search' }),
    impression(1, { viewType: 'search' }),
  ];
  const day = new Date(now).toISOString().slice(0, 10);
  const flights = [{ firstDay: day, lastDay: '2035-01-01', unitsPerDay: 1_000 }];
  const campaign = { name: 'Winter coats', advertiserId: 'adv-1', action: 'view', flights };
  const profile = { locale: 'de', interests: [{ topic: 'baking', score: 0.5 }] };
  const put = (path: string, body: object) =>
    send(port, {
      method: 'PUT',
      path,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const answers = [
    await sendJson(port, '/v1/events', { events }),
    await put('/v1/corpora/users/objects/user-1/profile/main', profile),
    await put(`/v1/campaigns/${CAMPAIGN_ID}`, campaign),
  ];
  const failed = answers.find(({ status }) => status >= 300);
  if (failed !== undefined) throw new Error(`the data were rejected: ${failed.body.toString()}`);
  const log = `/v1/corpora/campaigns/objects/${CAMPAIGN_ID}/pacing_change/current`;
  await until(async () => (await send(port, { path: log })).status === 200);
}

interface Opening {
  readonly url: string;
  readonly text: string | RegExp;
  readonly options: BrowserContextOptions;
}

async function openPage(browser: Browser, { url, text, options }: Opening): Promise<ConsolePage> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // The browser logs each answer with an error status: those are shown on the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  await page.goto(url);
  await page.getByText(text).first().waitFor();
  return {
    page,
    problems,
    violations: () => violationsOf(page),
    close: () => context.close(),
  };
}

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

async function violationsOf(page: Page): Promise<readonly string[]> {
  // Scripts of the debugger are not subject to the content policy.
  await page.evaluate(axe);
  const { violations } = await page.evaluate<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  }>('axe.run()');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Returns by how many pixels the page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
}
