/** Tasks of users on the pages for data. */
import { CAMPAIGN_ID } from '../../../support/console-data';
import type { ConsoleWorld } from '../../../support/console-world';

export function pageTests(world: () => ConsoleWorld): void {
  it('a query with wrong input shows the error at its field, and one with right input its answer', async () => {
    const { page, close } = await world().open(
      '/query?kind=counts&user=user-1&windows=1d,1x',
      'invalid_argument',
    );
    const windows = page.getByLabel('Windows');
    expect(await windows.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('.field-error').innerText()).toContain('windows[1]');
    await windows.fill('1d,7d');
    await page.waitForURL(/windows=1d%2C7d/);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('campaign cmp-11').first().waitFor();
    expect(await windows.getAttribute('aria-invalid')).toBeNull();
    await page.getByRole('tab', { name: 'CLI' }).click();
    expect(await page.getByLabel('Request: CLI', { exact: true }).innerText()).toContain('--window 7d');
    await page.getByRole('tab', { name: 'Chart' }).click();
    await page.getByRole('list', { name: 'Answer as bars' }).waitFor();
    await close();
  });

  it('caps, features and objects are queried from their examples', async () => {
    const { page, close } = await world().open('/query', 'No answer yet');
    for (const [kind, answer] of [
      ['Frequency caps', /allowed|blocked/],
      ['Features', 'campaign.impression.count.1d'],
      ['Objects', 'profile'],
    ] as const) {
      await page.getByRole('button', { name: kind }).click();
      await page.waitForURL(/kind=(caps|features|objects)/);
      await page.getByText('No answer yet').waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('group', { name: 'Answer as a table' }).getByText(answer).first().waitFor();
    }
    await close();
  });

  it('the user explorer shows duplicates, counts, caps, features, objects and consent', async () => {
    const { page, close } = await world().open('/users', 'Find a user');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('Enter an id').waitFor();
    await page.getByLabel('Id', { exact: true }).fill('user-1');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('14 stored events').waitFor();
    await page.getByRole('button', { name: 'Only duplicates and hidden events' }).click();
    const events = page.getByRole('group', { name: 'Events, the latest first' });
    await events.getByText('duplicate').nth(1).waitFor();
    expect(await events.getByText('duplicate').count()).toBe(2);
    await page
      .getByRole('group', { name: 'Counts by window' })
      .getByText('campaign cmp-11')
      .first()
      .waitFor();
    await page.getByText('Events scanned').waitFor();
    await page.getByRole('group', { name: 'Results of the cap' }).getByText('12 of 3').waitFor();
    await page
      .getByRole('group', { name: 'Fatigue features', exact: true })
      .last()
      .getByText('cmp-11')
      .waitFor();
    await page.getByText('profile/main').first().waitFor();
    await page.getByText('ads_personalization').first().waitFor();
    await page.getByText('No erasure was requested').waitFor();
    await close();
  });

  it('a campaign is paused, changed and created after a confirmation', async () => {
    const { page, close } = await world().open(`/campaigns?id=${CAMPAIGN_ID}`, 'Age of counts');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('Priority').fill('500');
    await page.getByRole('button', { name: 'Review the change' }).click();
    await page.getByText('priority: 50 → 500').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
    await page.locator('.field-error').first().waitFor();
    expect(await page.getByLabel('Priority').getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'New campaign' }).click();
    await page.getByLabel('Name').fill('Garden chairs');
    await page.getByRole('button', { name: 'Review the campaign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Garden chairs' }).waitFor();
    await close();
  });

  it('dead letters are listed with their reasons, and replayed after a confirmation', async () => {
    const { page, close } = await world().open('/operations', 'TIDEMARK_PUBSUB_DEAD_LETTER_SUBSCRIPTION');
    const message = {
      reason: 'unknown_action',
      field: 'action',
      detail: 'no action click',
      deadLetteredAt: '2026-11-24T09:00:00.000Z',
      bytes: 120,
    };
    const messages = [
      { ...message, canBeReplayed: true },
      { ...message, canBeReplayed: false },
    ];
    // The flow of messages is tested with Google's emulator: this is what the page makes of the answers.
    const at = '2026-11-24T10:00:00.000Z';
    await page.route('**/v1/dead-letters', (route) =>
      route.fulfill({ json: { at, subscription: 'dead-in', topic: 'clicks', messages, hasMore: false } }),
    );
    let replays = 0;
    await page.route('**/v1/dead-letters:replay', (route) => {
      replays += 1;
      return route.fulfill({ json: { replayed: 1, truncated: 1 } });
    });
    await page.reload();
    const table = page.getByRole('group', { name: 'Dead letters' });
    await table.getByText('unknown_action').nth(1).waitFor();
    expect(await table.getByText('no replay').count()).toBe(1);
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(replays).toBe(0);
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByText('1 published again, 1 stay').waitFor();
    expect(replays).toBe(1);
    await page.getByRole('group', { name: 'Backlog of compaction' }).getByText('users/ad_action').waitFor();
    await close();
  });

  it('the schema browser finds a DataType by a field and shows its proto file', async () => {
    const { page, close } = await world().open('/schema', 'Provenance');
    await page.getByLabel('Find a DataType, field, owner or purpose').fill('interests');
    await page.getByRole('button', { name: /profile/ }).click();
    await page.getByText('tidemark.v1.Profile.Interest').first().waitFor();
    await page.getByRole('tab', { name: 'Proto' }).click();
    expect(await page.getByLabel('Proto file of profile', { exact: true }).innerText()).toContain(
      'lawful_basis: CONSENT',
    );
    await close();
  });

  it('the API reference sends requests, shows problems at their field, and asks before changes', async () => {
    const { page, close } = await world().open('/api?op=queryCounts', 'Try it');
    const body = page.getByLabel('Body', { exact: true });
    await body.fill('{"userId":"user-1","actions":["impression"],"windows":["1x"]}');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('400').first().waitFor();
    expect(await body.getAttribute('aria-invalid')).toBe('true');
    await body.fill('{"userId":"user-1","actions":["impression"],"windows":["1d"]}');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('200 OK').waitFor();
    await page.getByLabel('Find an operation').fill('deleteSubject');
    await page.getByRole('button', { name: /Erase a user/ }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByText('202').count()).toBeLessThanOrEqual(1);
    await close();
  });
}
