import { parseBlockColumn } from '../../../../src/core/blocks/block-column';
import { removeEvents } from '../../../../src/core/compaction/remove-events';
import { NamedEvents } from '../../../../src/core/privacy/named-events';
import { planSweep, voidedColumns } from '../../../../src/core/privacy/plan-sweep';
import {
  DECISIONS_ERASED,
  decisionColumn,
  deletedEventColumn,
  EVENTS_ERASED,
  OBJECTS_ERASED,
  PRIVACY_FAMILY,
} from '../../../../src/core/privacy/privacy-family';
import { remainsOf } from '../../../../src/core/privacy/remains';
import { RowPrivacy } from '../../../../src/core/privacy/row-privacy';
import { readSubjectRecord } from '../../../../src/core/privacy/subject-record';
import type { PersonalCorpus } from '../../../../src/core/privacy/privacy-rules';
import type { EventCell } from '../../../../src/core/columns/event-cell';
import { DEFAULTS } from '../../../../src/config/defaults';
import { eventsShown, packed, rulesAt, TYPE, WEEK_START_MS } from '../../../support/compaction';
import { DAY_MS, storedCells } from '../../../support/events';
import { randomLog } from '../../../support/random-log';
import { TEST_SEED } from '../../../support/test-seed';

const NOW_MS = WEEK_START_MS + 30 * DAY_MS;
const limits = DEFAULTS.compaction;

interface BufferCell extends EventCell {
  readonly qualifier: Buffer;
  readonly value: Buffer;
}
const owned = (cells: readonly EventCell[]): BufferCell[] =>
  cells.map(({ qualifier, timestampMicros, value }) => ({
    qualifier: Buffer.from(qualifier),
    timestampMicros,
    value: Buffer.from(value),
  }));
const timeOf = (event: string): number => (JSON.parse(event) as [number])[0];

/** Applies a sweep to the cells of a family. */
function swept(cells: readonly BufferCell[], upToMs: number): BufferCell[] {
  const hidden = { upToMs };
  const bounds = { upToMicros: upToMs * 1_000, events: hidden };
  const { columns, blocks } = planSweep(cells, bounds);
  const gone = new Set(columns.map((column) => column.toString('hex')));
  const rewritten = new Set(blocks.map(({ qualifier }) => qualifier.toString('hex')));
  return cells.flatMap((cell) => {
    const name = cell.qualifier.toString('hex');
    if (gone.has(name) && cell.timestampMicros <= upToMs * 1_000) return [];
    if (!rewritten.has(name)) return [cell];
    const { untouched, blocks: rest } = removeEvents([cell], TYPE, { hidden, limits });
    return owned([...untouched, ...rest]);
  });
}

describe(`planSweep (seed ${TEST_SEED})`, () => {
  const log = randomLog({ seed: TEST_SEED, endMs: NOW_MS, users: 1, events: 300, days: 30 });
  const cells = owned(packed(storedCells(log), rulesAt(NOW_MS)));

  it.each([0, 1, 7.5, 13, 20.25, 29, 30])(
    'deletes exactly the events up to a time, in cells and in blocks (day %d)',
    (day) => {
      const upToMs = WEEK_START_MS + day * DAY_MS;
      expect(cells.some(({ qualifier }) => parseBlockColumn(qualifier) !== undefined)).toBe(true);
      const after = swept(cells, upToMs);
      expect(eventsShown(after)).toEqual(eventsShown(cells).filter((event) => timeOf(event) > upToMs));
      expect(swept(after, upToMs)).toEqual(after);
    },
  );

  it('deletes nothing without a bound', () => {
    expect(planSweep(cells, { upToMicros: -1, events: undefined })).toEqual({
      columns: [],
      cells: [],
      blocks: [],
    });
  });

  it('deletes an event by name, and looks into the blocks of its time', () => {
    const single = cells.find(({ qualifier }) => parseBlockColumn(qualifier) === undefined)!;
    const named = new Set([single.qualifier.toString('latin1')]);
    const plan = planSweep(cells, { upToMicros: -1, events: { upToMs: -1, named: new NamedEvents(named) } });
    const versions = cells.filter(({ qualifier }) => qualifier.equals(single.qualifier));
    expect(plan.cells).toEqual(
      versions.map(({ qualifier, timestampMicros }) => ({ qualifier, timestampMicros })),
    );
    const blocks = cells.filter(({ qualifier }) => parseBlockColumn(qualifier) !== undefined);
    expect(plan.blocks.length).toBeLessThan(blocks.length);
  });

  it('names a column once, however many of its versions are hidden', () => {
    const qualifier = Buffer.from('a');
    const versions = [5_000, 3_000, 1_000].map((timestampMicros) => ({ qualifier, timestampMicros }));
    const plan = planSweep(versions, { upToMicros: 3_000, events: undefined });
    expect(plan.columns).toEqual([qualifier]);
  });
});

describe('An erasure with a tombstone of its own time for each kind of data', () => {
  const corpus = { dataTypes: new Map(), orderMicros: 200 } as unknown as PersonalCorpus;
  const marker = deletedEventColumn('ad_action', Buffer.from('event'));
  const tombstones = [
    { qualifier: EVENTS_ERASED, timestampMicros: 5_000 },
    { qualifier: OBJECTS_ERASED, timestampMicros: 9_000 },
    { qualifier: DECISIONS_ERASED, timestampMicros: 7_000 },
  ];
  const recordOf = (...cells: readonly { qualifier: Buffer; timestampMicros: number }[]) => [
    ...tombstones,
    ...cells,
  ];

  it('voids markers up to the time of events, and decisions up to their own', () => {
    const grant = { qualifier: decisionColumn('ads', true), timestampMicros: 7_000 };
    const later = { qualifier: decisionColumn('news', true), timestampMicros: 7_001 };
    const cells = recordOf(grant, later, { qualifier: marker, timestampMicros: 9_000 });
    expect(voidedColumns(new RowPrivacy(corpus, readSubjectRecord(cells)))).toEqual([
      { column: grant.qualifier, upToMicros: 7_000 },
      { column: marker, upToMicros: 5_000 },
    ]);
  });

  it.each([
    [5_000, undefined],
    [5_001, new Map([['event', 5_001]])],
  ])('has a marker at %d that hides %j', (timestampMicros, named) => {
    const privacy = new RowPrivacy(
      corpus,
      readSubjectRecord(recordOf({ qualifier: marker, timestampMicros })),
    );
    for (let call = 0; call < 2; call++) expect(privacy.named('ad_action')).toEqual(named);
    expect(privacy.named('other')).toBeUndefined();
  });

  it.each([
    [5_000, 1],
    [5_001, 0],
  ])('has a marker at %d as remains: %d', (timestampMicros, count) => {
    const cells = recordOf({ qualifier: marker, timestampMicros }).map((cell) => ({
      ...cell,
      family: PRIVACY_FAMILY,
    }));
    const entry = {
      kind: 'erasure',
      times: { eventsUpToMs: 5, objectsUpToMs: 9, decisionsUpToMs: 7 },
    } as const;
    expect(remainsOf(corpus, entry, cells)).toEqual({ cells: count, blocks: [], lacksTombstones: false });
  });

  it.each([0, 1, 2])('is not complete at a cluster that lacks tombstone %d of them', (at) => {
    const cells = tombstones
      .filter((_, index) => index !== at)
      .map((cell) => ({ ...cell, family: PRIVACY_FAMILY }));
    const entry = {
      kind: 'erasure',
      times: { eventsUpToMs: 5, objectsUpToMs: 9, decisionsUpToMs: 7 },
    } as const;
    expect(remainsOf(corpus, entry, cells)).toEqual({ cells: 0, blocks: [], lacksTombstones: true });
    expect(remainsOf(corpus, { ...entry, kind: 'withdrawal' }, cells).lacksTombstones).toBe(false);
  });
});
