/** The frame of all pages. */
import type { ConsoleWorld } from '../../../support/console-world';

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
    const page = await world().browser.newPage();
    page.setDefaultTimeout(60_000);
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
