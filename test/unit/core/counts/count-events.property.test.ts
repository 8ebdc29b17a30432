import fc from 'fast-check';
import { DAY, WEEK, type BlockDays } from '../../../../src/core/blocks/block-column';
import { IdSet } from '../../../../src/core/columns/id-set';
import { readEvents } from '../../../../src/core/columns/read-events';
import type { EventCell } from '../../../../src/core/columns/event-cell';
import { countEvents } from '../../../../src/core/counts/count-events';
import type { CountedQuery } from '../../../../src/core/counts/count-query';
import { countsOf } from '../../../support/counts-of';
import {
  DAYS,
  dimensionOf,
  events,
  FIRST_DAY_MS,
  idOf,
  LEVELS,
  MIXED,
  packedPeriods,
  POLICIES,
  rawCell,
} from '../../../support/mixed-events';
import {
  plainCounts,
  withoutDuplicates,
  type PlainEvent,
  type PlainQuery,
} from '../../../support/plain-counts';

const DAY_MS = 86_400_000;

/** One run of a packer: the cells that it reads, and whether it finishes deleting them. */
interface Packing {
  readonly days: BlockDays;
  readonly reads: (place: number) => boolean;
  readonly deletes: boolean;
}

const packing: fc.Arbitrary<Packing> = fc.record({
  days: fc.constantFrom(DAY, WEEK),
  reads: fc.func(fc.boolean()),
  deletes: fc.boolean(),
});

/** Simulates packers that each see some of the cells. Some never finish. Each leaves a state that a reader may find. */
function pack(cells: readonly EventCell[], { days, reads, deletes }: Packing): readonly EventCell[] {
  const chosen = cells.filter((cell, place) => reads(place) && fits(cell, days));
  const kept = deletes ? cells.filter((cell) => !chosen.includes(cell)) : cells;
  return [...kept, ...packedPeriods(chosen, days)];
}

/** A week's block is not merged into a day's. */
function fits({ qualifier }: EventCell, days: BlockDays): boolean {
  return days === WEEK || qualifier.length === 21 || qualifier[5] === DAY;
}

const ids = (name: string) => fc.uniqueArray(idOf(dimensionOf(name)), { maxLength: 6 });
const NAMES = MIXED.dimensions.map(({ name }) => name);

const edge = fc
  .tuple(
    fc.integer({ min: -1, max: DAYS + 1 }),
    fc.oneof(fc.constantFrom(0, 1, 10_000), fc.integer({ min: 0, max: DAY_MS })),
  )
  .map(([day, ms]) => FIRST_DAY_MS + day * DAY_MS + ms);

const query: fc.Arbitrary<PlainQuery> = fc.record({
  actions: fc.subarray(Object.keys(POLICIES), { minLength: 1 }),
  where: fc
    .subarray(NAMES, { maxLength: 2 })
    .chain((names) =>
      fc.tuple(
        ...names.map((dimension) =>
          fc.record(
            { dimension: fc.constant(dimension), ids: ids(dimension), orAbsent: fc.boolean() },
            { requiredKeys: ['dimension', 'orAbsent'] },
          ),
        ),
      ),
    ),
  entities: fc.subarray([...LEVELS]).chain((levels) =>
    fc.tuple(
      ...levels.map(({ name, dimension }) =>
        fc.record({
          level: fc.constant(name),
          dimension: fc.constant(dimension.name),
          ids: fc.oneof(fc.constant('*' as const), ids(dimension.name)),
        }),
      ),
    ),
  ),
  windows: fc
    .array(fc.tuple(edge, edge), { minLength: 1, maxLength: 5 })
    .map((all) => all.map(([fromMs, toMs], i) => ({ name: `w${i}`, fromMs, toMs }))),
  groupBy: fc.shuffledSubarray(['action', ...NAMES], { maxLength: 3 }),
});

function askedOf(plain: PlainQuery): CountedQuery {
  return {
    actions: MIXED.actions.filter(({ name }) => plain.actions.includes(name)),
    where: plain.where.map((condition) => ({ ...condition, dimension: dimensionOf(condition.dimension) })),
    entities: plain.entities.map(({ level, ids: listed }) => ({
      level: LEVELS.find(({ name }) => name === level)!,
      ids: listed === '*' ? listed : new IdSet(listed),
    })),
    windows: plain.windows,
    groupBy: plain.groupBy.map((key) => (key === 'action' ? key : dimensionOf(key))),
  };
}

/** Returns cells with distinct columns. A cell written twice exists once. */
function stored(cells: readonly EventCell[]): readonly EventCell[] {
  const key = ({ qualifier, timestampMicros }: EventCell): string =>
    `${Buffer.from(qualifier).toString('hex')}@${timestampMicros}`;
  return [...new Map(cells.map((cell) => [key(cell), cell])).values()];
}

function expectCounts(cells: readonly EventCell[], { deliveries, asked, fromMs }: Asked): void {
  const counted = withoutDuplicates(deliveries, POLICIES).filter(({ timeMs }) => timeMs >= fromMs);
  const { parts } = readEvents(cells, MIXED);
  const counts = countsOf(countEvents(askedOf(asked), parts, fromMs));
  expect(JSON.parse(JSON.stringify(counts))).toEqual(JSON.parse(JSON.stringify(plainCounts(counted, asked))));
}

interface Asked {
  readonly deliveries: readonly PlainEvent[];
  readonly asked: PlainQuery;
  readonly fromMs: number;
}

const fromMs = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: DAYS }).map((day) => FIRST_DAY_MS + day * DAY_MS),
);

test('counts equal those of plain events, whatever was packed and however blocks overlap', () => {
  fc.assert(
    fc.property(
      fc.record({ deliveries: events, asked: query, fromMs }),
      fc.array(packing, { maxLength: 5 }),
      fc.infiniteStream(fc.nat()),
      (asked, packings, order) => {
        let cells = stored(asked.deliveries.map(rawCell));
        expectCounts(cells, asked);
        for (const one of packings) {
          cells = stored(pack(cells, one));
          expectCounts(cells, asked);
        }
        const shuffled = cells.map((cell) => ({ cell, at: order.next().value as number }));
        shuffled.sort((a, b) => a.at - b.at);
        expectCounts(
          shuffled.map(({ cell }) => cell),
          asked,
        );
      },
    ),
    { numRuns: 20 },
  );
});
