/** Every page of the console in a real browser: without errors, within its security policy, and accessible. */
import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { chromiumSkipReason, startChromium } from '../../support/chromium';
import { startConsoleWorld, type ConsoleWorld } from '../../support/console-world';
import { until } from '../../support/until';

const PAGES = ['', '/topology', '/users', '/query', '/campaigns', '/schema', '/operations', '/api'];
const VIEWS = [
  { title: 'light, 1440 px', options: { colorScheme: 'light', viewport: { width: 1_440, height: 900 } } },
  { title: 'dark, 390 px', options: { colorScheme: 'dark', viewport: { width: 390, height: 844 } } },
] as const;
/** Makes violations of the security policy errors of the page. */
const REPORT_VIOLATIONS =
  "addEventListener('securitypolicyviolation', (event) => console.error(event.violatedDirective))";
/** Generous, for busy machines. */
const TIMEOUT_MS = 60_000;

const skipReason = chromiumSkipReason();
const describeWithChromium = skipReason === undefined ? describe : describe.skip;

describeWithChromium(
  `The console in a browser${skipReason === undefined ? '' : ` (skipped: ${skipReason})`}`,
  () => {
    let world: ConsoleWorld;
    let browser: Browser;
    beforeAll(async () => {
      world = await startConsoleWorld();
      browser = await startChromium();
    });
    afterAll(async () => {
      await browser.close();
      await world.close();
    });

    /** Opens a page of the console, and collects what goes wrong in it. */
    async function open(path: string, view: (typeof VIEWS)[number]['options'] = VIEWS[0].options) {
      const page = await browser.newPage(view);
      page.setDefaultTimeout(TIMEOUT_MS);
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      await page.addInitScript({ content: REPORT_VIOLATIONS });
      await page.goto(`${world.url}/console${path}`);
      await page.locator('h1').waitFor();
      await page.locator('.live-status .tone-good').waitFor();
      return { page, problems };
    }

    describe.each(VIEWS)('$title', ({ options }) => {
      it.each(PAGES)(
        'the page "%s" has no errors, is accessible, and is no wider than the window',
        async (path) => {
          const { page, problems } = await open(path, options);
          await until(async () => (await page.locator('main .spinner').count()) === 0);
          expect(await violationsOf(page)).toEqual([]);
          expect(
            await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
          ).toBeLessThanOrEqual(0);
          expect(problems).toEqual([]);
          await page.close();
        },
      );
    });

    it('an unknown path has a page that leads back', async () => {
      const { page } = await open('/nowhere');
      await page.getByRole('link', { name: 'Go to the overview' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await page.close();
    });

    it('the keyboard reaches the content first, and all pages', async () => {
      const { page } = await open('');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('main');
      await page.getByRole('link', { name: 'Topology' }).first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Topology' }).waitFor();
      await page.close();
    });

    it('a read at four levels shows the evidence of each, and a write gives the session its token', async () => {
      const { page, problems } = await open('/topology');
      await page.getByRole('button', { name: 'Write, then read' }).click();
      for (const level of ['Eventual', 'Bounded', 'Session token', 'Strict']) {
        const card = page.getByRole('region', { name: level });
        await card.getByText('Lookups').waitFor();
      }
      const session = page.getByRole('region', { name: 'Session token' });
      expect(await session.textContent()).toMatch(/Provenyes/);
      expect(problems).toEqual([]);
      await page.close();
    });

    it('a wrong user id gives the typed error of the server, with the field', async () => {
      const { page } = await open('/topology');
      await page.getByLabel('User').fill('');
      await page.getByRole('button', { name: 'Read', exact: true }).click();
      const alert = page.getByRole('alert').first();
      await alert.waitFor();
      expect(await alert.textContent()).toContain('invalid_argument');
      await page.close();
    });

    it('a cut link shows on the map, and heals', async () => {
      const { page, problems } = await open('/topology');
      const name = 'Cut: us-central1 – europe-west1';
      await page.getByRole('button', { name }).click();
      await page.locator('.map-link.is-cut').waitFor();
      await page.getByRole('button', { name: 'End all faults' }).click();
      await page.locator('.map-link.is-cut').waitFor({ state: 'detached' });
      expect(problems).toEqual([]);
      await page.close();
    });

    it('the theme can be chosen, and is remembered', async () => {
      const { page } = await open('');
      const background = (): Promise<string> =>
        page.evaluate('getComputedStyle(document.body).backgroundColor');
      const light = await background();
      const button = page.getByRole('button', { name: /Theme/ });
      await button.click();
      await button.click();
      expect(await background()).not.toBe(light);
      await page.reload();
      await page.locator('h1').waitFor();
      expect(await background()).not.toBe(light);
      await page.close();
    });

    it('a server that requires a token leads to the dialog, whose token is sent and kept for the tab', async () => {
      const page = await browser.newPage();
      page.setDefaultTimeout(TIMEOUT_MS);
      const sent: (string | undefined)[] = [];
      await page.route('**/v1/console', async (route) => {
        const { authorization } = route.request().headers();
        sent.push(authorization);
        if (authorization === 'Bearer good') return route.fallback();
        const json = {
          code: 'unauthenticated',
          detail: 'needs a token',
          status: 401,
          title: '',
          type: '',
          requestId: 'r',
        };
        return route.fulfill({ status: 401, json });
      });
      await page.goto(`${world.url}/console/topology`);
      await page.getByRole('alert').getByRole('button', { name: 'Set token' }).click();
      await page.getByRole('textbox', { name: 'Token' }).fill('  Bearer good\n');
      await page.getByRole('button', { name: 'Use this token' }).click();
      await page.locator('.map').waitFor();
      expect(sent.at(-1)).toBe('Bearer good');
      expect(await page.evaluate('[sessionStorage.length, localStorage.length]')).toEqual([1, 0]);
      await page.close();
    });
  },
);

async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(`${axe.source}; undefined`);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
