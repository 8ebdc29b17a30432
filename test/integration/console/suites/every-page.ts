/** Each page, light and wide and dark on a phone: without errors, within the security policy, accessible, and no wider than the window. */
import { CAMPAIGN_ID } from '../../../support/console-data';
import { unclearNodesOf } from '../../../support/accessibility-tree';
import { overflowOf, PHONE, violationsOf } from '../../../support/console-page';
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
  it.each(PAGES)(
    'the page "$path" has no errors, is accessible, and is no wider than the window',
    async ({ path, text }) => {
      const { page, problems, close } = await world().open(path, text);
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
      await close();
    },
  );

  it('the overview shows all columns of the busiest endpoints, however long their paths are', async () => {
    const { page, close } = await world().open('/users?corpus=users&id=user-1', '14 stored events');
    await page.goto(`${world().url}/console`);
    const table = page.locator('.table-frame', { hasText: 'Per second' });
    const longest = table.getByText('/v1/corpora/{corpus}/objects/{id}/{dataType}');
    await longest.first().waitFor();
    const hidden = await page.evaluate<readonly number[]>(
      "[...document.querySelectorAll('.table-frame')].map((each) => each.scrollWidth - each.clientWidth)",
    );
    expect(hidden).toEqual(hidden.map(() => 0));
    await close();
  });
}
