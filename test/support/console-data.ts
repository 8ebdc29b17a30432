/** Data of the server whose console is tested. */
import { send, sendJson } from './http-server';
import { until } from './until';

export const CAMPAIGN_ID = 'c0ffee00-0000-4000-8000-000000000001';
const MINUTE_MS = 60_000;

/**
 * Adds events of `user-1`, a profile, and a campaign that is paced. Two impressions are delivered twice, with another view type:
 * duplicates that the store has as well.
 */
export async function addConsoleData(port: number): Promise<void> {
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
