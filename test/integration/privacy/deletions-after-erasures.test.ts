/** Deletions of events by a filter after erasures, and erasures after them, on the embedded Bigtable with several clusters. */
import { setCell } from '../../../src/bigtable/write/mutations';
import type { Mutation } from '../../../src/bigtable/client/types';
import { DEFAULTS } from '../../../src/config/defaults';
import { loadConfig } from '../../../src/config/index';
import { parseEventSelection } from '../../../src/core/events/event-selection';
import { dateDecision } from '../../../src/core/privacy/date-decision';
import { decisionColumn, PRIVACY_FAMILY } from '../../../src/core/privacy/privacy-family';
import { rowKey } from '../../../src/core/rows/row-key';
import { deleteUserEvents } from '../../../src/operations/events/delete-user-events';
import { systemClock } from '../../../src/platform/time/clock';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { AD_ACTION, click, storedCells } from '../../support/events';
import { openPrivacyStores, type PrivacyStores } from '../../support/privacy-world';
import { TRANSACTIONAL_REGIONS } from '../../support/transactional-regions';
import { until } from '../../support/until';

const call = { timeoutMs: 10_000 };
const SKEW_MS = 20;
/** Longer than the test takes. */
const AHEAD_MS = 300_000;
const NOTHING = Buffer.alloc(0);

describe('A deletion of events after an erasure', () => {
  let world: ConsistencyWorld;
  let stores: PrivacyStores;

  beforeAll(async () => {
    world = await startConsistencyWorld(TRANSACTIONAL_REGIONS);
    stores = openPrivacyStores(
      loadConfig({
        ...world.env('eu'),
        TIDEMARK_ERASURE_DERIVED_STEPS: '1',
        TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS: '100',
        TIDEMARK_CLOCK_SKEW_MAX_MS: String(SKEW_MS),
        TIDEMARK_EVENTS_FUTURE_TOLERANCE_MS: '0',
      }),
    );
    stores.serving.start();
    stores.batch.start();
    await stores.serving.warmUp(call);
  });
  afterAll(async () => {
    await stores.close();
    await world.close();
  });

  const write = async (id: string, ...mutations: readonly Mutation[]): Promise<void> => {
    await stores.serving.writer.mutateRow('users', { key: rowKey(id), mutations }, call);
  };
  const event = (id: string, atMs: number): Mutation => {
    const [cell] = storedCells([click(atMs, { userId: id })]);
    const { qualifier, timestampMicros, value } = cell!;
    return setCell('ad_action', qualifier as Buffer, timestampMicros, value as Buffer);
  };
  const putAt = (id: string, versionMs: number): Promise<unknown> =>
    stores.serving.cells.put(
      {
        table: 'users',
        key: rowKey(id),
        family: 'profile',
        qualifier: Buffer.from('a'),
        value: Buffer.from('1'),
        versionMs,
      },
      call,
    );
  const shown = async (id: string): Promise<readonly string[]> => {
    const read = { table: 'users', key: rowKey(id), filter: { passAllFilter: true } };
    const { row } = await stores.serving.reader.readRow(read, { level: 'strict' }, call);
    return (row?.cells ?? []).filter(({ family }) => !family.startsWith('_')).map(({ family }) => family);
  };
  /** Columns of the user's record at each cluster, and families of data. */
  const stored = async (id: string): Promise<readonly string[]> => {
    await world.heal();
    const read = { table: 'users', keys: [rowKey(id)], filter: { passAllFilter: true } };
    const found = await Promise.all(
      [stores.serving, stores.batch].map(({ tables }) => tables.clusterRows(read, call)),
    );
    const cells = found.flatMap((each) => [...each.values()].flat()).flatMap((row) => row.cells);
    const names = cells
      .filter(({ family }) => !/^_(wm|rsv)/.test(family))
      .map(({ family, qualifier }) =>
        family === PRIVACY_FAMILY ? qualifier.toString('latin1', 0, 1) : family,
      );
    return [...new Set(names)].sort();
  };
  const deleteAll = async (id: string): Promise<number> => {
    const nowMs = systemClock.nowMs();
    const { events } = await deleteUserEvents(
      {
        key: rowKey(id),
        selection: parseEventSelection(AD_ACTION, { from: nowMs - 3_600_000, to: nowMs + 1, where: {} }),
        dryRun: false,
        signal: new AbortController().signal,
      },
      {
        reader: stores.sweeping.reader,
        writer: stores.sweeping.writer,
        clock: systemClock,
        limits: DEFAULTS.eventDeletion,
      },
    );
    return events;
  };
  /** Erases the user, stores an event of after, and deletes it by a filter. Returns the time of the event. */
  const eraseAndDelete = async (id: string): Promise<number> => {
    const { entry } = await stores.eraseSubject({ userId: id }, call);
    await until(() => systemClock.nowMs() > entry.times!.eventsUpToMs + 1);
    const atMs = systemClock.nowMs();
    await write(id, event(id, atMs));
    await world.heal();
    expect(await shown(id)).toEqual(['ad_action']);
    expect(await deleteAll(id)).toBe(1);
    await world.heal();
    return atMs;
  };

  it('lasts although the erasure hides a version ahead of all clocks', async () => {
    await putAt('ann', systemClock.nowMs() + AHEAD_MS);
    const atMs = await eraseAndDelete('ann');
    await stores.sweep('ann');
    await world.heal();
    await write('ann', event('ann', atMs));
    expect(await shown('ann')).toEqual([]);
  });

  it('lasts although the second tombstone of the erasure is written after it', async () => {
    await putAt('bob', systemClock.nowMs());
    const atMs = await eraseAndDelete('bob');
    expect(await stores.work()).toMatchObject({ failed: 0, remaining: 0 });
    await world.heal();
    await write('bob', event('bob', atMs));
    expect(await shown('bob')).toEqual([]);
  });

  it('and a decision leave nothing in the record after another erasure, however far the first one reaches', async () => {
    await putAt('cid', systemClock.nowMs() + AHEAD_MS);
    await eraseAndDelete('cid');
    const read = { table: 'users', key: rowKey('cid'), filter: { passAllFilter: true } };
    const { privacy } = await stores.serving.reader.readRow(read, { level: 'strict' }, call);
    const context = { record: privacy!.record, nowMs: systemClock.nowMs(), orderMicros: 2_000 * SKEW_MS };
    const atMs = dateDecision({ purpose: 'ads', granted: false }, context);
    // The tombstone of objects is ahead of all clocks, and that of decisions is not.
    expect(atMs).toBeLessThanOrEqual(systemClock.nowMs() + SKEW_MS);
    await write('cid', setCell(PRIVACY_FAMILY, decisionColumn('ads', false), atMs * 1_000, NOTHING));
    expect(await stored('cid')).toEqual(['d', 'e', 'o', 'profile', 'w', 'x']);
    // A withdrawal is void once clocks prove that it is before the request.
    await until(() => systemClock.nowMs() > atMs + 2 * SKEW_MS);
    await stores.eraseSubject({ userId: 'cid' }, call);
    expect(await stores.work()).toMatchObject({ failed: 0, remaining: 0 });
    expect(await stored('cid')).toEqual(['d', 'e', 'o']);
    expect(await stores.getErasure('cid', call)).toMatchObject({ state: 'certified' });
  });
});
