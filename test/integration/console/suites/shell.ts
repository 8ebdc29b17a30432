/** The frame of all pages. */
import { CAMPAIGN_ID } from '../../../support/console-data';
import type { ConsoleWorld } from '../../../support/console-world';
import { until } from '../../../support/until';

export function shellTests(world: () => ConsoleWorld): void {
  it('an unknown path has a page that leads back', async () => {
    const { page, close } = await world().open('/nowhere', 'No such page');
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await close();
  });

  it('the keyboard reaches the content first, and all pages', async () => {
    const { page, close } = await world().open('', 'Live');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.getByRole('link', { name: 'Topology' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Topology' }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Topology');
    await close();
  });

  it('a dialog keeps the focus inside, and gives it back', async () => {
    const { page, close } = await world().open(`/campaigns?id=${CAMPAIGN_ID}`, 'Age of counts');
    const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent');
    await page.getByRole('button', { name: 'Pause', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    const visited = new Set<string>();
    for (let presses = 0; presses < 6; presses++) {
      visited.add(
        await page.evaluate("String(document.activeElement.closest('dialog, main, nav, header')?.tagName)"),
      );
      await page.keyboard.press('Tab');
    }
    // Between the last and the first control the browser itself has the focus.
    visited.delete('undefined');
    expect([...visited]).toEqual(['DIALOG']);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Pause');
    await close();
  });

  it('live numbers change without being announced', async () => {
    const { page, close } = await world().open('', 'Live');
    await page.locator('.live-status .tone-good').waitFor();
    await page.evaluate(`
      window.changes = { quiet: 0, announced: 0 };
      new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target.nodeType === 1 ? target : target.parentElement;
          const isLive = element?.closest('[role=status], [role=alert], [aria-live]') != null;
          window.changes[isLive ? 'announced' : 'quiet'] += 1;
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    `);
    await until(() => page.evaluate<boolean>('window.changes.quiet > 20'));
    expect(await page.evaluate('window.changes.announced')).toBe(0);
    await close();
  });

  it('the theme can be chosen, and is remembered', async () => {
    const { page, close } = await world().open('', 'Live');
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
    await close();
  });

  it('a server that requires a token leads to the dialog, whose token is sent and kept for the tab', async () => {
    const page = await world().tabs.profile.newPage();
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
    await page.goto(`${world().url}/console/topology`);
    await page.getByRole('alert').getByRole('button', { name: 'Set token' }).click();
    await page.getByRole('textbox', { name: 'Token' }).fill('  Bearer good\n');
    await page.getByRole('button', { name: 'Use this token' }).click();
    await page.locator('.map').waitFor();
    expect(sent.at(-1)).toBe('Bearer good');
    expect(await page.evaluate('[sessionStorage.length, localStorage.length]')).toEqual([1, 0]);
    await page.close();
  });
}
