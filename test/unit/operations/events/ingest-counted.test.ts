import type { RowMutations } from '../../../../src/bigtable/client/types';
import { eventFromNamed, type ActionEvent } from '../../../../src/core/events/event';
import { isEmptyToken } from '../../../../src/core/tokens/write-token';
import { DEFAULTS } from '../../../../src/config/defaults';
import { TidemarkError } from '../../../../src/errors';
import { createIngestion, type Ingestion } from '../../../../src/operations/events/create-ingestion';
import type { Store } from '../../../../src/store/open-store';
import type { Reader, Writer } from '../../../../src/consistency/store';
import { campaignId, registerCampaigns } from '../../../support/campaigns';
import { embeddedEventStore, type EventStore } from '../../../support/event-store';
import { CAMPAIGN_ACTION, click, inputsOf } from '../../../support/events';
import { daysOf, expectedCounts, storedCounts } from '../../../support/stored-sketches';
import { tidemarkError } from '../../../support/tidemark-error';

const NOW = Date.now() - 60_000;
const DOWN = new TidemarkError('store_unavailable', 'down');
const [KNOWN, UNKNOWN] = [1, 2].map(campaignId) as [string, string];

let store: EventStore;
let calls: string[];
let isDown: (table: string) => boolean;
let ingestion: Ingestion;

beforeEach(async () => {
  store = await embeddedEventStore();
  await registerCampaigns(store.store.writer, [KNOWN]);
  calls = [];
  isDown = () => false;
  ingestion = createIngestion({ store: watchedStore(), schema: store.schema, config: DEFAULTS });
});

afterEach(async () => {
  await ingestion.close();
  await store.close();
});

/** The real store with faults: tables may be unavailable. */
function watchedStore() {
  const { reader, writer, sketchTables } = store.store;
  const mutateRows: Writer['mutateRows'] = async (table, rows: readonly RowMutations[], options) => {
    calls.push(`write ${table}`);
    return isDown(table) ? rows.map(() => DOWN) : writer.mutateRows(table, rows, options);
  };
  const readRows: Reader['readRows'] = async (read, consistency, options) => {
    calls.push(`read ${read.table}`);
    if (isDown(read.table)) throw DOWN;
    return reader.readRows(read, consistency, options);
  };
  const readRow = reader.readRow.bind(reader);
  const mutateRow = writer.mutateRow.bind(writer);
  const check: Store['check'] = (consistency) => store.store.check(consistency);
  return { check, sketchTables, reader: { readRow, readRows }, writer: { mutateRow, mutateRows } };
}

function view(n: number, campaign = KNOWN): ActionEvent {
  const userId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return eventFromNamed(CAMPAIGN_ACTION.events, {
    userId,
    action: 'view',
    eventTimeMs: NOW,
    ids: { campaignId: campaign },
  });
}

const inputs = (events: readonly ActionEvent[]) =>
  events.map((event, index) => ({ event, dataType: CAMPAIGN_ACTION, path: `events[${index}].` }));
const counts = (events: readonly ActionEvent[]) =>
  storedCounts(store.store.reader, [KNOWN, UNKNOWN], daysOf(events));

describe('Events with counts over all users', () => {
  it('acknowledged events are in the counts, with a token for both', async () => {
    const events = [view(1), view(2), view(1)];
    const { outcomes, token } = await ingestion.ingestEvents(inputs(events));
    expect(outcomes.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'duplicate_in_call']);
    expect(await counts(events)).toEqual(expectedCounts(events));
    // Two rows of users and one row of counts.
    expect(token.writes).toHaveLength(3);
    expect(calls).toEqual(['read campaigns', 'write users', 'write campaign_counts']);
    expect((await ingestion.ingestEvents(inputs(events))).token.writes).toHaveLength(3);
  });

  it('events of an unregistered campaign are rejected, and others are not', async () => {
    const events = [view(1), view(1, UNKNOWN), view(2)];
    const { outcomes } = await ingestion.ingestEvents(inputs(events));
    expect(outcomes).toEqual([
      { status: 'accepted' },
      { status: 'rejected', error: tidemarkError('unknown_campaign', 'events[1].campaignId') },
      { status: 'accepted' },
    ]);
    expect(await counts(events)).toEqual(expectedCounts([view(1), view(2)]));
    const all = { userId: view(1).userId, actions: ['view'], windows: ['1d'], dataType: 'campaign_action' };
    expect((await store.countActions(all)).counts['1d']!.total).toBe(1);
  });

  it('events fail without being rejected when the registration cannot be looked up', async () => {
    isDown = (table) => table === 'campaigns';
    const { outcomes, token } = await ingestion.ingestEvents(inputs([view(1), view(1, UNKNOWN)]));
    expect(outcomes).toEqual([
      { status: 'failed', error: DOWN },
      { status: 'failed', error: DOWN },
    ]);
    expect(isEmptyToken(token)).toBe(true);
    expect(calls).toEqual(['read campaigns']);
  });

  it('events fail when only the counts are unavailable, and count once when they are sent again', async () => {
    isDown = (table) => table === 'campaign_counts';
    const events = [view(1), view(2)];
    const failed = await ingestion.ingestEvents(inputs(events));
    expect(failed.outcomes).toEqual(events.map(() => ({ status: 'failed', error: DOWN })));
    isDown = () => false;
    const again = await ingestion.ingestEvents(inputs(events));
    expect(again.outcomes.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
    expect(await counts(events)).toEqual(expectedCounts(events));
  });

  it("events whose users' rows were not written are in no counts", async () => {
    isDown = (table) => table === 'users';
    const stored: string[] = [];
    const onStored = (): void => void stored.push('stored');
    await ingestion.ingestEvents(inputs([view(1)]), { onStored });
    expect([stored, calls]).toEqual([[], ['read campaigns', 'write users']]);
    isDown = () => false;
    await ingestion.ingestEvents(inputs([view(2)]), { onStored });
    expect(stored).toEqual(['stored']);
    expect(await counts([view(2)])).toEqual(expectedCounts([view(2)]));
  });

  it('events of types without such counts are written without any read', async () => {
    await ingestion.ingestEvents(inputsOf([click(NOW)]));
    expect(calls).toEqual(['write users']);
  });

  it('invalid events get their own error before that of their campaign', async () => {
    const bad = { ...view(1, UNKNOWN), eventTimeMs: NOW - 400 * 86_400_000 };
    const { outcomes } = await ingestion.ingestEvents(inputs([bad]));
    expect(outcomes).toEqual([
      { status: 'rejected', error: tidemarkError('event_too_old', 'events[0].eventTime') },
    ]);
  });
});
