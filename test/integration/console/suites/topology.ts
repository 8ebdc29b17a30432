/** The page Topology: reads at four levels, and faults. */
import type { ConsoleWorld } from '../../../support/console-world';

export function topologyTests(world: () => ConsoleWorld): void {
  it('a read at four levels shows the evidence of each, and a write gives the session its token', async () => {
    const { page, problems, close } = await world().open('/topology', 'Read at four levels');
    await page.getByRole('button', { name: 'Write, then read' }).click();
    for (const level of ['Eventual', 'Bounded', 'Session token', 'Strict']) {
      const card = page.getByRole('region', { name: level });
      await card.getByText('Lookups').waitFor();
    }
    const session = page.getByRole('region', { name: 'Session token' });
    expect(await session.textContent()).toMatch(/Provenyes/);
    expect(problems).toEqual([]);
    await close();
  });

  it('a wrong user id gives the typed error of the server, with the field', async () => {
    const { page, close } = await world().open('/topology', 'Read at four levels');
    await page.getByLabel('User').fill('');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    const alert = page.getByRole('alert').first();
    await alert.waitFor();
    expect(await alert.textContent()).toContain('invalid_argument');
    await close();
  });

  it('a cut link shows on the map, and heals', async () => {
    const { page, problems, close } = await world().open('/topology', 'Read at four levels');
    const name = 'Cut: us-central1 – europe-west1';
    await page.getByRole('button', { name }).click();
    await page.locator('.map-link.is-cut').waitFor();
    await page.getByRole('button', { name: 'End all faults' }).click();
    await page.locator('.map-link.is-cut').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await close();
  });
}
