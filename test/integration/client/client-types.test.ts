import { join } from 'node:path';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { schemaTypes } from '../../../src/codec/declarations/schema-types';
import { eventProto } from '../../support/event-proto';
import { protoFolder } from '../../support/proto-folder';
import { TypeProject } from '../../support/type-check';

/** Right code, whose types are checked by assignments, and misspelt code, each line of which must not compile. */
const CODE = `
import { createClient, isTidemarkError } from 'tidemark/client';
import type { AppSchema } from './app-schema.js';

const tidemark = createClient({ url: 'http://localhost' });
const app = createClient<AppSchema>({ url: 'http://localhost' });

export async function rightCode(): Promise<unknown> {
  const answer = await tidemark.counts.query(
    {
      userId: 'u',
      actions: ['impression', 'click'],
      where: { viewType: ['home'], campaign: '*', sessionId: { in: ['s'], optional: true } },
      entities: { ad: ['ad-1'], campaign: '*' },
      windows: ['1d', { days: 7, timeZone: 'Asia/Jakarta' }, { from: 0, to: 1, name: 'launch' }],
    },
    { consistency: { level: 'bounded', maxStalenessMs: 5_000, onUnmet: 'stale' }, timeoutMs: 100 },
  );
  const total: number = answer.counts['1d'].total;
  const ofAd: number | undefined = answer.counts['7d@Asia/Jakarta'].ad['ad-1'];
  const launch: number = answer.counts.launch.total;
  const grouped = await tidemark.counts.query({
    userId: 'u', actions: ['impression'], windows: ['1h'], groupBy: ['action'],
  });
  const impressions: number | undefined = grouped.counts['1h'].total.impression;
  for await (const user of tidemark.counts.scan(['u'], { actions: ['view'], windows: ['1h'] })) {
    if ('error' in user) return user.error.code;
    const views: number = user.counts['1h'].total;
    if (views > 1) break;
  }
  await tidemark.events.write({ events: [{ userId: 'u', action: 'click', eventTime: 1, adId: 'a' }] });
  await tidemark.events.write({
    dataType: 'campaign_action',
    events: [{ userId: 'u', eventType: 'view', eventTime: 1, campaignId: 'c' }],
  });
  const batcher = tidemark.events.batcher({ onFailed: (failures) => failures.map(({ event }) => event.adId) });
  await batcher.add({ userId: 'u', action: 'click', eventTime: 1 });
  const { candidates } = await tidemark.caps.check({
    userId: 'u',
    candidates: [{ id: '1', campaignId: 'c' }],
    rules: [{ level: 'campaign', actions: ['impression'], window: '1d', maximum: 3 }],
    reserve: { action: 'impression' },
  });
  const allowed: boolean | undefined = candidates[0]?.allowed;
  const session = tidemark.session('text');
  await session.objects.put({ corpus: 'users', id: 'u', dataType: 'profile', subType: 's', value: { locale: 'de' } });
  const profile = await session.objects.value({ corpus: 'users', id: 'u', dataType: 'profile', subType: 's' });
  const locale: string | undefined = profile?.locale;
  const { cells } = await session.objects.get({ corpus: 'users', id: 'u' });
  for (const cell of cells) {
    if (cell.dataType === 'profile') cell.value.locale satisfies string | undefined;
    // @ts-expect-error: an embedding has no locale
    else cell.value.locale;
  }
  await tidemark.subjects.setConsent('u', { ads_personalization: { granted: true } });
  for await (const line of tidemark.subjects.export('u')) if (line.type === 'complete') return line.lines;
  for await (const { campaigns } of tidemark.campaigns.watch()) return campaigns[0]?.campaignId;
  for await (const { priority } of tidemark.campaigns.list({ activeOn: 'today' })) return priority;
  const rides = await app.counts.query({
    dataType: 'rides', userId: 'u', actions: ['ride'], windows: ['1d'], where: { cityId: ['1'], lineId: '*' }, entities: { city: '*' },
  });
  const inCity: number | undefined = rides.counts['1d'].city['1'];
  const ride = { userId: 'u', action: 'ride', eventTime: 1, cityId: 'c', lineId: 7 } as const;
  await app.events.write({ dataType: 'rides', events: [ride] });
  const ridden: number = rides.counts['1d'].total;
  return [inCity, total, ofAd, launch, impressions, allowed, locale, ridden];
}

export async function errors(): Promise<unknown> {
  try {
    return await tidemark.server.health();
  } catch (error) {
    if (isTidemarkError(error, 'overloaded', 'client_timeout')) {
      const code: 'overloaded' | 'client_timeout' = error.code;
      return code;
    }
    // @ts-expect-error: no such code
    if (isTidemarkError(error, 'overlooded')) return undefined;
    throw error;
  }
}

export async function misspeltCode(): Promise<void> {
  // @ts-expect-error: window
  await tidemark.counts.query({ userId: 'u', actions: ['click'], windows: ['1dd'] });
  // @ts-expect-error: action
  await tidemark.counts.query({ userId: 'u', actions: ['clik'], windows: ['1d'] });
  // @ts-expect-error: dimension
  await tidemark.counts.query({ userId: 'u', actions: ['click'], windows: ['1d'], where: { viewTipe: '*' } });
  // @ts-expect-error: level
  await tidemark.counts.query({ userId: 'u', actions: ['click'], windows: ['1d'], entities: { ads: '*' } });
  // @ts-expect-error: group
  await tidemark.counts.query({ userId: 'u', actions: ['click'], windows: ['1d'], groupBy: ['actions'] });
  // @ts-expect-error: field
  await tidemark.counts.query({ userId: 'u', actions: ['click'], windows: ['1d'], groupby: ['action'] });
  // @ts-expect-error: the calendar window has no time zone
  await tidemark.counts.query({ userId: 'u', actions: ['click'], windows: [{ days: 7 }] });
  const { counts } = await tidemark.counts.query({ userId: 'u', actions: ['click'], windows: ['1d'] });
  // @ts-expect-error: this window was not requested
  counts['7d'];
  // @ts-expect-error: this level was not requested
  counts['1d'].ad;
  // @ts-expect-error: an action of another event type
  await tidemark.counts.query({ dataType: 'campaign_action', userId: 'u', actions: ['save'], windows: ['1d'] });
  // @ts-expect-error: field of an event
  await tidemark.events.write({ events: [{ userId: 'u', action: 'click', eventTime: 1, adID: 'a' }] });
  // @ts-expect-error: a required dimension is missing
  await tidemark.events.write({ dataType: 'campaign_action', events: [{ userId: 'u', eventType: 'view', eventTime: 1 }] });
  // @ts-expect-error: dimension of a candidate
  await tidemark.caps.check({ userId: 'u', candidates: [{ campaingId: 'c' }], rules: [] });
  const rule = { actions: ['click' as const], window: '1d' as const, maximum: 1 };
  // @ts-expect-error: level of a rule
  await tidemark.caps.check({ userId: 'u', candidates: [{ adId: 'a' }], rules: [{ ...rule, level: 'adgroup' }] });
  // @ts-expect-error: dimension of a candidate
  await tidemark.features.fatigue({ userId: 'u', candidates: [{ sessionId: 's' }] });
  const name = { corpus: 'users', id: 'u', subType: 's' } as const;
  // @ts-expect-error: DataType
  await tidemark.objects.getCell({ ...name, dataType: 'profil' });
  // @ts-expect-error: field of a message
  await tidemark.objects.put({ ...name, dataType: 'profile', value: { local: 'de' } });
  // @ts-expect-error: corpus
  await tidemark.objects.get({ corpus: 'user', id: 'u' });
  // @ts-expect-error: purpose
  await tidemark.subjects.setConsent('u', { ads: { granted: true } });
  // @ts-expect-error: a bounded read needs its bound
  await tidemark.counts.query({ userId: 'u', actions: ['click'], windows: ['1d'] }, { consistency: { level: 'bounded' } });
  // @ts-expect-error: option
  await tidemark.server.lag({ timeout: 100 });
  // @ts-expect-error: an action of another event type
  await app.counts.query({ dataType: 'rides', userId: 'u', actions: ['click'], windows: ['1d'] });
  // @ts-expect-error: a dimension of the application's own
  await app.counts.query({ dataType: 'rides', userId: 'u', actions: ['ride'], windows: ['1d'], where: { cityID: '*' } });
  // @ts-expect-error: a required dimension of the application's own
  await app.events.write({ dataType: 'rides', events: [{ userId: 'u', action: 'ride', eventTime: 1 }] });
  // @ts-expect-error: the type must be named, since another one is the default
  await app.counts.query({ userId: 'u', actions: ['ride'], windows: ['1d'] });
}
`;

/** Event type of an application: its `AppSchema` has this and the built-in DataTypes. */
const OWN_PROTO = eventProto({
  family: 'rides',
  options: 'actions: { name: "ride" code: 1 } events: { levels: [ "city" ] }',
  fields:
    'string city_id = 4 [(tidemark.v1.dimension) = { level: "city" required: true }]; uint64 line_id = 5;',
});

function appSchema(): string {
  const schema = loadSchema({ protoPaths: [protoFolder({ 'acme/v1/rides.proto': OWN_PROTO })] });
  return schemaTypes(schema, { name: 'AppSchema', banner: 'test' });
}

it('right code compiles, and no misspelt name does', () => {
  const client = join(__dirname, '../../../src/client/index.ts');
  const project = new TypeProject({ paths: { 'tidemark/client': [client] } });
  try {
    project.write('app-schema.ts', appSchema());
    project.write('code.ts', CODE);
    expect(project.errors()).toEqual([]);
  } finally {
    project.remove();
  }
});
