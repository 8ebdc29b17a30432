/** Sketches in several placements count what one sketch would, however users move and events are delivered. */
import fc from 'fast-check';
import { EVENTUAL } from '../../../../src/core/consistency/consistency';
import { UNPLACED_SKETCHES, type SketchTables } from '../../../../src/core/residency/sketch-tables';
import { DEFAULTS } from '../../../../src/config/defaults';
import type {
  CampaignCounts,
  CampaignCountsAnswer,
} from '../../../../src/core/campaign-counts/campaign-counts-answer';
import { TidemarkError } from '../../../../src/errors';
import { createCountCampaigns } from '../../../../src/operations/campaign-counts/count-campaigns';
import { createSketchWriter, type SketchWriter } from '../../../../src/operations/sketches/sketch-writer';
import { seededRandom } from '../../../../src/platform/random';
import { queryOf } from '../../../support/campaign-sketches';
import { PLACEMENTS, PlacedSketchStore } from '../../../support/placed-sketches';
import { SKETCH_LIMITS, sketchedEvent, sketchedType, type Look } from '../../../support/sketch-store';
import { tidemarkError } from '../../../support/tidemark-error';
import { VirtualClock } from '../../../support/virtual-clock';

const NOON = Date.UTC(2026, 10, 21, 12);
const HOUR_MS = 3_600_000;
const [FAMILY, USERS, ITEMS, RUNS] = ['item_counts', 40, 3, 40];
const PAGES = ['home', 'search', undefined];
const { schema, type } = sketchedType('reach: true breakdowns: "page"');
const QUERY = queryOf(
  type,
  {
    level: 'item',
    campaigns: ['i0', 'i1', 'i2'],
    days: ['2026-11-20', '2026-11-21'],
    by: 'hour',
    reach: true,
    breakdown: 'page',
  },
  NOON,
);

type Step =
  | { readonly kind: 'events'; readonly looks: readonly Look[] }
  /** Events that were delivered before, wherever their users are by now. */
  | { readonly kind: 'again'; readonly from: number; readonly count: number }
  | { readonly kind: 'move'; readonly user: number; readonly to: string }
  /** The process ends, and another one writes from now on. */
  | { readonly kind: 'restart' }
  | { readonly kind: 'pause'; readonly ms: number };

const below = (count: number): fc.Arbitrary<number> => fc.nat({ max: count - 1 });

/** Events of today and of the day before, in any order: most of them are late. */
const look: fc.Arbitrary<Look> = fc.record({
  user: below(USERS).map((n) => `u${n}`),
  item: below(ITEMS).map((n) => `i${n}`),
  action: fc.constantFrom('look', 'buy'),
  atMs: fc.integer({ min: NOON - 30 * HOUR_MS, max: NOON }),
  page: fc.constantFrom(...PAGES),
}) as fc.Arbitrary<Look>;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('events' as const),
      looks: fc.array(look, { minLength: 1, maxLength: 60 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('again' as const), from: below(500), count: below(80) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      user: below(USERS),
      to: fc.constantFrom(...PLACEMENTS),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pause' as const), ms: below(700_000) }) },
);

/** Writes to placed sketches and to sketches of one table alike. */
class History {
  readonly placed = new PlacedSketchStore(FAMILY);
  readonly single = new PlacedSketchStore(FAMILY);
  readonly #clock = new VirtualClock(NOON);
  readonly #random = seededRandom(11);
  readonly #placements = new Map<string, string>();
  readonly #looks: Look[] = [];
  #writers = this.#open();

  async run(steps: readonly Step[]): Promise<void> {
    for (const each of steps) await this.#take(each);
    await this.#close();
  }

  async counts(
    store: PlacedSketchStore,
    tables: SketchTables,
  ): Promise<readonly (CampaignCounts | undefined)[]> {
    const { campaigns } = await this.answer(store, tables);
    return campaigns.map((each) => ('counts' in each ? each.counts : undefined));
  }

  answer(store: PlacedSketchStore, tables: SketchTables): Promise<CampaignCountsAnswer> {
    const count = createCountCampaigns({
      reader: store,
      partsOf: tables.counted,
      clock: this.#clock,
      limits: DEFAULTS.campaignCounts,
      tokens: DEFAULTS.tokens,
      readProgress: () => Promise.resolve({ completeUpToMs: NOON }),
    });
    return count({ query: QUERY, consistency: EVENTUAL });
  }

  async #take(taken: Step): Promise<void> {
    if (taken.kind === 'events') {
      this.#looks.push(...taken.looks);
      return this.#deliver(taken.looks);
    }
    if (taken.kind === 'again') return this.#deliver(this.#looks.slice(taken.from, taken.from + taken.count));
    if (taken.kind === 'move') return void this.#placements.set(`u${taken.user}`, taken.to);
    if (taken.kind === 'pause') return this.#clock.advance(taken.ms);
    await this.#close();
    this.#writers = this.#open();
  }

  /** Each event is written where its user is. */
  async #deliver(looks: readonly Look[]): Promise<void> {
    const events = looks.map((each) => sketchedEvent(type, each));
    const [placed, single] = this.#writers;
    const added = [
      placed.add(
        events.map((event) => ({ ...event, placement: this.#placements.get(event.event.userId) ?? 'us' })),
      ),
      single.add(events),
    ];
    await this.#clock.advance(SKETCH_LIMITS.flushIntervalMaxMs + SKETCH_LIMITS.flushIntervalMs);
    for (const { failures } of await Promise.all(added))
      expect(failures.filter((failure) => failure !== undefined)).toEqual([]);
  }

  #open(): readonly [SketchWriter, SketchWriter] {
    const common = { schema, clock: this.#clock, random: this.#random, limits: SKETCH_LIMITS };
    return [
      createSketchWriter({ ...common, writer: this.placed, sketchTables: this.placed.sketchTables }),
      createSketchWriter({ ...common, writer: this.single, sketchTables: UNPLACED_SKETCHES }),
    ];
  }

  async #close(): Promise<void> {
    const closing = Promise.all(this.#writers.map((writer) => writer.close()));
    await this.#clock.advance(SKETCH_LIMITS.flushIntervalMaxMs);
    await closing;
  }
}

describe('Sketches in several placements', () => {
  it('count what one sketch would under moves, redelivery and lateness', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const history = new History();
        await history.run(steps);
        const union = await history.counts(history.placed, history.placed.sketchTables);
        expect(union).toEqual(await history.counts(history.single, UNPLACED_SKETCHES));
        // Without a placement, counts are lower bounds.
        history.placed.counted = ['us', 'asia'];
        const partial = await history.counts(history.placed, history.placed.sketchTables);
        expect(totalOf(partial)).toBeLessThanOrEqual(totalOf(union));
      }),
      { numRuns: RUNS },
    );
  });

  it('are complete up to a time only if no placement is missing', async () => {
    const history = new History();
    const { placed, single } = history;
    const answer = async (store: PlacedSketchStore, tables: SketchTables): Promise<unknown> => {
      const { placements, completeUpToMs } = await history.answer(store, tables);
      return { placements, completeUpToMs };
    };
    expect(await answer(single, UNPLACED_SKETCHES)).toEqual({ placements: undefined, completeUpToMs: NOON });
    const all = { counted: PLACEMENTS, missing: [] };
    expect(await answer(placed, placed.sketchTables)).toEqual({ placements: all, completeUpToMs: NOON });
    placed.counted = ['us'];
    const some = { counted: ['us'], missing: ['eu', 'asia'] };
    expect(await answer(placed, placed.sketchTables)).toEqual({
      placements: some,
      completeUpToMs: undefined,
    });
  });

  it('fail as a whole if one of them cannot be read', async () => {
    const history = new History();
    history.placed.failures.set('counts@eu', new TidemarkError('store_unavailable', 'down'));
    await expect(history.answer(history.placed, history.placed.sketchTables)).rejects.toEqual(
      tidemarkError('store_unavailable'),
    );
  });

  it('have the events of a user in each placement in which they were delivered', async () => {
    const history = new History();
    const looks = Array.from({ length: 20 }, (_, n) => ({ user: 'u1', item: 'i0', atMs: NOON - n * 60_000 }));
    await history.run([
      { kind: 'events', looks },
      { kind: 'move', user: 1, to: 'eu' },
      { kind: 'again', from: 10, count: 10 },
    ]);
    const countIn = (table: string): number | undefined =>
      history.placed.stores.get(table)?.count('i0', '2026-11-21');
    expect([countIn('counts'), countIn('counts@eu')]).toEqual([20, 10]);
    const [counts] = await history.counts(history.placed, history.placed.sketchTables);
    expect(totalOf([counts])).toBe(20);
  });
});

/** Returns the sum of all counts of events. */
function totalOf(campaigns: readonly (CampaignCounts | undefined)[]): number {
  const counts = campaigns.flatMap((each) => (each ?? []).flat());
  return counts.reduce((sum, { events }) => sum + events.count, 0);
}
