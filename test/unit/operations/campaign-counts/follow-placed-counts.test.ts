import { UNPLACED_SKETCHES } from '../../../../src/core/residency/sketch-tables';
import { DEFAULTS } from '../../../../src/config/defaults';
import { TidemarkError } from '../../../../src/errors';
import {
  createCountFollower,
  type CountFollower,
  type FollowedCounts,
} from '../../../../src/operations/campaign-counts/count-follower';
import { createSketchWriter, type SketchWriter } from '../../../../src/operations/sketches/sketch-writer';
import { seededRandom } from '../../../../src/platform/random';
import { PLACEMENTS, PlacedSketchStore, type TestPlacement } from '../../../support/placed-sketches';
import { SKETCH_LIMITS, sketchedEvent, sketchedType } from '../../../support/sketch-store';
import { tidemarkError } from '../../../support/tidemark-error';
import { VirtualClock } from '../../../support/virtual-clock';

const DOWN = new TidemarkError('store_unavailable', 'down');
const NOON = Date.UTC(2026, 10, 21, 12);
const DAY = { campaignId: 'i1', day: '2026-11-21', actionCode: 1 };
const { schema, type } = sketchedType('reach: true');
const [sketches] = type.events.sketches;

describe('The follower of counts in several placements', () => {
  let clock: VirtualClock;
  let store: PlacedSketchStore;
  let writer: SketchWriter;
  let follower: CountFollower;
  let timeouts: (number | undefined)[];

  beforeEach(() => {
    clock = new VirtualClock(NOON);
    store = new PlacedSketchStore('item_counts');
    timeouts = [];
    const random = seededRandom(5);
    const { sketchTables } = store;
    writer = createSketchWriter({
      writer: store,
      sketchTables,
      schema,
      clock,
      random,
      limits: SKETCH_LIMITS,
    });
    follower = createCountFollower({
      reader: {
        readRows(read, consistency, options) {
          timeouts.push(options?.timeoutMs);
          return store.readRows(read, consistency, options);
        },
      },
      partsOf: sketchTables.counted,
      clock,
      sketches: sketches!,
      limits: DEFAULTS.campaignCounts,
    });
  });
  afterEach(async () => {
    const closing = writer.close();
    await clock.advance(SKETCH_LIMITS.flushIntervalMaxMs);
    await closing;
  });

  let users = 0;
  const look = async (placement: TestPlacement, count: number): Promise<void> => {
    const events = Array.from({ length: count }, () => ({
      ...sketchedEvent(type, { user: `u${++users}`, atMs: NOON }),
      placement,
    }));
    const added = writer.add(events);
    await clock.advance(SKETCH_LIMITS.flushIntervalMaxMs + SKETCH_LIMITS.flushIntervalMs);
    await added;
  };
  const countOf = ({ counts }: FollowedCounts) => counts.get('i1');

  it('counts the union, from the first read on', async () => {
    for (const placement of PLACEMENTS) await look(placement, 10);
    const first = await follower.read([DAY]);
    expect([countOf(first), first.missing]).toEqual([{ count: 30, relativeError: 0 }, []]);
    await look('eu', 5);
    expect(countOf(await follower.read([DAY]))?.count).toBe(35);
  });

  it('keeps what a placement had while it is unavailable, counts the others, and names it', async () => {
    for (const placement of PLACEMENTS) await look(placement, 10);
    await follower.read([DAY]);
    store.failures.set('counts@eu', DOWN);
    await look('us', 1);
    await look('eu', 2);
    const partial = await follower.read([DAY]);
    expect(partial.missing).toEqual(['eu']);
    expect(countOf(partial)).toEqual({ count: 31, relativeError: 0, isPartial: true });
    store.failures.clear();
    const full = await follower.read([DAY]);
    expect([countOf(full), full.missing]).toEqual([{ count: 33, relativeError: 0 }, []]);
  });

  it('names placements that it may not read, and never takes their counts for zero', async () => {
    await look('us', 3);
    store.counted = ['us', 'asia'];
    const found = await follower.read([DAY]);
    expect([found.missing, countOf(found)]).toEqual([
      ['eu'],
      { count: 3, relativeError: 0, isPartial: true },
    ]);
  });

  it('fails if no placement can be read', async () => {
    for (const table of ['counts', 'counts@eu', 'counts@asia']) store.failures.set(table, DOWN);
    await expect(follower.read([DAY])).rejects.toEqual(tidemarkError('store_unavailable'));
  });

  it('fails with a program error of one placement', async () => {
    store.failures.set('counts@eu', new TypeError('bug'));
    await expect(follower.read([DAY])).rejects.toThrow(TypeError);
  });

  it('follows the placements of the topology', async () => {
    store.counted = ['us'];
    await look('us', 1);
    await look('asia', 1);
    expect(countOf(await follower.read([DAY]))?.count).toBe(1);
    store.counted = PLACEMENTS;
    expect(countOf(await follower.read([DAY]))).toEqual({ count: 2, relativeError: 0 });
  });

  it('leaves its caller time when a placement does not answer', async () => {
    await follower.read([DAY], { timeoutMs: 1_000 });
    expect(timeouts).toEqual([500, 500, 500]);
    const partsOf = UNPLACED_SKETCHES.counted;
    const limits = DEFAULTS.campaignCounts;
    const single = createCountFollower({ reader: store, partsOf, clock, sketches: sketches!, limits });
    await expect(single.read([DAY], { timeoutMs: 1_000 })).resolves.toMatchObject({ missing: [] });
  });
});
