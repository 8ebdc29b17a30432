import { DEDUP_PREFIX_BYTES, eventQualifier } from '../../../../src/core/events/dedup-key';
import { rowKey } from '../../../../src/core/rows/row-key';
import type { RowMutations } from '../../../../src/bigtable/client/types';
import { eventFromNamed, type ActionEvent } from '../../../../src/core/events/event';
import { DEFAULTS } from '../../../../src/config/defaults';
import { TidemarkError } from '../../../../src/errors';
import { createIngestion } from '../../../../src/operations/events/create-ingestion';
import type { IngestEvents } from '../../../../src/operations/events/ingest-events';
import type { RowToWrite, Writer } from '../../../../src/consistency/store';
import { embeddedEventStore, type EventStore } from '../../../support/event-store';
import { adEvent, click, DAY_MS, inputsOf } from '../../../support/events';
import { registerCampaigns } from '../../../support/campaigns';
import { tidemarkError } from '../../../support/tidemark-error';

const NOW = Date.now();
const UNAVAILABLE = new TidemarkError('store_unavailable', 'down');

let store: EventStore;
let calls: (readonly RowMutations[])[];

beforeEach(async () => {
  store = await embeddedEventStore();
  calls = [];
});

afterEach(() => store.close());

/** Ingestion with the real writer and faults: `fault` may fail rows, which are then not written. */
function ingestWith(
  fault: (row: RowMutations) => TidemarkError | undefined = () => undefined,
  limits: { readonly mutationsPerRowMax?: number; readonly batchBytesMax?: number } = {},
): IngestEvents {
  const mutateRows: Writer['mutateRows'] = async (table, rows, options) => {
    calls.push(rows);
    const faults = rows.map(fault);
    const good = rows.filter((_row, i) => faults[i] === undefined);
    const results = [...(await store.store.writer.mutateRows(table, good, options))];
    return faults.map((error) => error ?? results.shift()!);
  };
  return createIngestion({
    store: { ...store.store, writer: { ...store.store.writer, mutateRows } },
    schema: store.schema,
    config: { ...DEFAULTS, bigtable: { ...DEFAULTS.bigtable, ...limits } },
  }).ingestEvents;
}

const ingest = async (ingestEvents: IngestEvents, events: readonly ActionEvent[]): Promise<unknown[]> => [
  ...(await ingestEvents(inputsOf(events))).outcomes,
];
const statuses = (outcomes: readonly unknown[]): unknown[] =>
  outcomes.map((each) => (each as { status: string }).status);

async function clicks(userId: string, fromMs: number, toMs: number): Promise<unknown> {
  const windows = [{ name: 'w', from: fromMs, to: toMs }];
  return (await store.countActions({ userId, actions: ['click'], windows }, NOW)).counts.w!.total;
}

describe('The ingestion of events', () => {
  it('all rows of a user get the country of its first event that states one', async () => {
    const inputs = inputsOf([click(NOW), click(NOW - 60_000), click(NOW, { userId: 'other' })]);
    inputs[1] = { ...inputs[1]!, accessLocation: 'DE' } as (typeof inputs)[number];
    await ingestWith(undefined, { mutationsPerRowMax: 2 })(inputs);
    const countries = calls.flat().map((row) => (row as RowToWrite).accessLocation);
    expect(countries).toEqual(['DE', 'DE', undefined]);
  });

  it.each(['location_required', 'wrong_region'] as const)(
    'an event of a user with %s is rejected, since a retry does not help',
    async (code) => {
      const error = new TidemarkError(code, 'not here');
      const outcomes = await ingest(
        ingestWith((row) => (row.key.includes('other') ? error : undefined)),
        [click(NOW), click(NOW, { userId: 'other' })],
      );
      expect(outcomes).toEqual([{ status: 'accepted' }, { status: 'rejected', error }]);
    },
  );

  it('each input gets its outcome, good events are written, and errors name the fields', async () => {
    const { outcomes } = await ingestWith()([
      { ...inputsOf([click(NOW - 60_000)])[0]!, path: 'events[0].' },
      { ...inputsOf([click(NOW - 60_000)])[0]!, path: 'events[1].' },
      { ...inputsOf([click(NOW - 401 * DAY_MS)])[0]!, path: 'events[2].' },
      { error: new TidemarkError('malformed_body', 'is not JSON', { field: 'events[3]' }) },
      ...inputsOf([adEvent({ eventTimeMs: NOW })]),
    ]);
    expect(outcomes).toEqual([
      { status: 'accepted' },
      { status: 'duplicate_in_call' },
      { status: 'rejected', error: tidemarkError('event_too_old', 'events[2].eventTime') },
      { status: 'rejected', error: tidemarkError('malformed_body', 'events[3]') },
      { status: 'rejected', error: tidemarkError('invalid_argument', 'adId') },
    ]);
    expect(await clicks('u1', 0, NOW)).toBe(1);
  });

  it('nothing is called when there is nothing to write', async () => {
    expect(await ingest(ingestWith(), [])).toEqual([]);
    expect(statuses(await ingest(ingestWith(), [click(-1)]))).toEqual(['rejected']);
    expect(calls).toEqual([]);
  });

  it('an earlier duplicate is written, because the earliest one counts', async () => {
    const dedupWindow = Math.floor(NOW / 10_000) * 10_000 - 60_000;
    const [later, earlier] = [click(dedupWindow + 8_000), click(dedupWindow + 2_000, { viewType: 'search' })];
    expect(statuses(await ingest(ingestWith(), [later, earlier]))).toEqual(['accepted', 'duplicate_in_call']);
    expect(await clicks('u1', dedupWindow, dedupWindow + 5_000)).toBe(1);
    expect(await clicks('u1', dedupWindow + 5_000, dedupWindow + 10_000)).toBe(0);
  });

  it('an identical cell is set once', async () => {
    await ingest(ingestWith(), [click(NOW), click(NOW), click(NOW)]);
    expect(calls.flat().map(({ mutations }) => mutations.length)).toEqual([1]);
  });

  it('equal dedup keys of two users are distinct', async () => {
    const events = ['u1', 'u2'].map((userId) => click(NOW, { userId }));
    expect(statuses(await ingest(ingestWith(), events))).toEqual(['accepted', 'accepted']);
  });
});

describe('Events of several types in one call', () => {
  it('equal dedup keys are distinct by type, and one row entry has both', async () => {
    const id = '123e4567-e89b-12d3-a456-426614174000';
    const eventTimeMs = Math.floor(NOW / DAY_MS) * DAY_MS;
    const campaigns = store.schema.eventDataType('campaign_action');
    const ids = { campaignId: id };
    const view = eventFromNamed(campaigns.events, { userId: id, action: 'view', eventTimeMs, ids });
    const impression = adEvent({ userId: id, action: 'impression', eventTimeMs, insertionId: id, adId: 'a' });
    await registerCampaigns(store.store.writer, [id]);
    const { outcomes } = await ingestWith()([
      { event: view, dataType: campaigns },
      ...inputsOf([impression]),
      { event: view, dataType: campaigns },
    ]);
    expect(statuses(outcomes)).toEqual(['accepted', 'accepted', 'duplicate_in_call']);
    // The second call is for the counts.
    const written = calls[0]!.map(({ mutations }) =>
      mutations.map(({ setCell }) => [setCell!.familyName, columnOf(setCell!.columnQualifier)]),
    );
    const column = columnOf(eventQualifier(view, campaigns.events.actions[0]!));
    expect(written).toEqual([
      [
        ['campaign_action', column],
        ['ad_action', column],
      ],
    ]);
  });
});

const columnOf = (qualifier: unknown): string => (qualifier as Buffer).toString('hex', 0, DEDUP_PREFIX_BYTES);

describe('With a failing store', () => {
  it('only the inputs of rows that were not written fail', async () => {
    const down = rowKey('u2');
    const fault = ({ key }: RowMutations): TidemarkError | undefined =>
      key.equals(down) ? UNAVAILABLE : undefined;
    const events = ['u1', 'u2', 'u2', 'u3'].map((userId, i) => click(NOW - 60_000 - i, { userId }));
    expect(await ingest(ingestWith(fault), events)).toEqual([
      { status: 'accepted' },
      { status: 'failed', error: UNAVAILABLE },
      { status: 'failed', error: UNAVAILABLE },
      { status: 'accepted' },
    ]);
    expect(await Promise.all(['u1', 'u2', 'u3'].map((userId) => clicks(userId, 0, NOW)))).toEqual([1, 0, 1]);
  });

  it('every valid input fails when the store is unavailable', async () => {
    await store.close();
    const { outcomes } = await store.ingest(inputsOf([click(NOW), click(-1)]), {
      timeoutMs: 300,
    });
    expect(outcomes).toMatchObject([
      { status: 'failed', error: { retryable: true } },
      { status: 'rejected' },
    ]);
    store = await embeddedEventStore();
  });
});

describe("Bigtable's limits", () => {
  const manyOf = (count: number, users: number): ActionEvent[] =>
    Array.from({ length: count }, (_, i) => click(NOW - (i + 1) * 10_000, { userId: `u${i % users}` }));

  it('one row is split into several entries', async () => {
    await ingest(ingestWith(undefined, { mutationsPerRowMax: 11 }), manyOf(25, 1));
    expect(calls.map((rows) => rows.map(({ mutations }) => mutations.length))).toEqual([[10, 10, 5]]);
    expect(await clicks('u0', 0, NOW)).toBe(25);
  });

  it('one row is split by bytes', async () => {
    await ingest(ingestWith(undefined, { batchBytesMax: 1_000 }), manyOf(30, 3));
    expect(calls.flat().length).toBeGreaterThan(3);
    expect(await clicks('u0', 0, NOW)).toBe(10);
  });
});
