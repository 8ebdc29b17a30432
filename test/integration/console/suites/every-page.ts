/** Each page, light and wide and dark on a phone: without errors, within the security policy, accessible, and no wider than the window. */
import type { Disposable } from 'playwright-core';
import { CAMPAIGN_ID } from '../../../support/console-data';
import { unclearNodesOf } from '../../../support/accessibility-tree';
import {
  DESKTOP,
  loadAxe,
  overflowOf,
  PHONE,
  violationsOf,
  type ConsolePage,
} from '../../../support/console-page';
import type { ConsoleWorld } from '../../../support/console-world';
import { until } from '../../../support/until';

/** Pages with the text that shows that their data have arrived. */
const PAGES = [
  { path: '', text: 'Live' },
  { path: '/topology', text: 'Read at four levels' },
  { path: '/users?corpus=users&id=user-1', text: '14 stored events' },
  { path: '/query?kind=counts&user=user-1', text: 'campaign cmp-11' },
  { path: `/campaigns?id=${CAMPAIGN_ID}`, text: 'Age of counts' },
  { path: '/schema?type=users/ad_action', text: 'Provenance' },
  { path: '/operations', text: 'Only those that are set' },
  { path: '/api?op=queryCounts', text: 'Count the actions' },
] as const;

export function everyPageTests(world: () => ConsoleWorld): void {
  let tab: ConsolePage;
  let axe: Disposable;
  // The tests share a tab: axe is half a megabyte, which each new tab would have to receive.
  beforeAll(async () => {
    tab = await world().open('/nowhere', 'No such page');
    axe = await loadAxe(tab.page);
  });
  beforeEach(async () => {
    await tab.page.setViewportSize(DESKTOP);
    await tab.page.emulateMedia({ colorScheme: 'light' });
  });
  afterAll(async () => {
    await axe?.dispose();
    await tab?.close();
  });

  const go = async (path: string, text: string): Promise<void> => {
    await tab.page.goto(`${world().url}/console${path}`);
    await tab.page.getByText(text).first().waitFor();
  };

  it.each(PAGES)(
    'the page "$path" has no errors, is accessible, and is no wider than the window',
    async ({ path, text }) => {
      const { page, problems } = tab;
      await go(path, text);
      await page.locator('.live-status .tone-good').waitFor();
      await until(async () => (await page.locator('main .spinner').count()) === 0);
      expect(await violationsOf(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      expect(await unclearNodesOf(page)).toEqual([]);
      await page.setViewportSize(PHONE);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await violationsOf(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      expect(problems).toEqual([]);
    },
  );

  it('the checks find a button without a name, and an element that is wider than the window', async () => {
    const { page } = tab;
    await go('/nowhere', 'No such page');
    await page.evaluate(`{
      const button = document.createElement('button');
      button.style.width = '2000px';
      document.querySelector('main').append(button);
    }`);
    expect(await violationsOf(page)).toEqual([expect.stringMatching(/^button-name: <button /)]);
    expect(await unclearNodesOf(page)).toEqual(['button without a name']);
    expect(await overflowOf(page)).toBeGreaterThan(0);
  });

  it('the overview shows all columns of the busiest endpoints, however long their paths are', async () => {
    const { page } = tab;
    await go('/users?corpus=users&id=user-1', '14 stored events');
    await page.goto(`${world().url}/console`);
    const table = page.locator('.table-frame', { hasText: 'Per second' });
    const longest = table.getByText('/v1/corpora/{corpus}/objects/{id}/{dataType}');
    await longest.first().waitFor();
    const hidden = await page.evaluate<readonly number[]>(
      "[...document.querySelectorAll('.table-frame')].map((each) => each.scrollWidth - each.clientWidth)",
    );
    expect(hidden).toEqual(hidden.map(() => 0));
  });
}
