import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteFromFamily, setCell } from '../../../src/bigtable/write/mutations';
import { reconciliationMetrics } from '../../../src/cli/reconcile/metrics';
import { dayAt, type CalendarDay } from '../../../src/core/time/calendar-day';
import type { ActionEvent } from '../../../src/core/events/event';
import { rowKey } from '../../../src/core/rows/row-key';
import { sketchColumn, sketchRowKey } from '../../../src/core/sketches/sketch-row';
import { encodeSketch } from '../../../src/codec/sketches/sketch-codec';
import { Sketch } from '../../../src/core/sketches/sketch';
import { seededRandom } from '../../../src/platform/random';
import { createMetrics } from '../../../src/platform/telemetry/metrics';
import { campaignId, registerCampaigns } from '../../support/campaigns';
import { embeddedEventStore, googleEventStore, type EventStore } from '../../support/event-store';
import { CAMPAIGN_ACTION, DAY_MS } from '../../support/events';
import { googleBigtableSkipReason } from '../../support/google-bigtable';
import {
  campaignEvent,
  campaignInputs,
  compactAll,
  exactNumbers,
  randomViews,
  reconcileWith,
  setsOf,
  sizesOf,
  userId,
  type ReconciliationJson,
} from '../../support/reconcile';
import { tidemarkError } from '../../support/tidemark-error';

const skipReason = googleBigtableSkipReason();
const [SKETCHES] = CAMPAIGN_ACTION.events.sketches;
const VIEW_CODE = 1;
/** A closed day, old enough to be packed. */
const DAY: CalendarDay = dayAt(Date.now() - 3 * DAY_MS, 'UTC');
const CAMPAIGNS = 5;

describe.each([
  { name: 'the embedded Bigtable', start: () => embeddedEventStore(), skip: undefined },
  { name: "Google's emulator", start: googleEventStore, skip: skipReason },
])('tidemark reconcile, on $name', ({ start, skip }) => {
  const when = skip === undefined ? it : it.skip;
  let store: EventStore;
  let folder: string;

  beforeEach(async () => {
    if (skip !== undefined) return;
    store = await start();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-reconcile-'));
    await registerCampaigns(
      store.store.writer,
      Array.from({ length: CAMPAIGNS }, (_, n) => campaignId(n + 1)),
    );
  });

  afterEach(async () => {
    if (skip !== undefined) return;
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (changes: Parameters<typeof reconcileWith>[2] = {}): Promise<ReconciliationJson> =>
    reconcileWith(store, DAY, changes);

  async function ingest(events: readonly ActionEvent[]): Promise<void> {
    const { outcomes } = await store.ingest(campaignInputs(events));
    expect(outcomes.filter(({ status }) => status === 'failed' || status === 'rejected')).toEqual([]);
  }

  const views = (seed: number, events = 600): ActionEvent[] =>
    randomViews(seededRandom(seed), { day: DAY, users: 40, campaigns: CAMPAIGNS, events });

  /** Sets a sketch as some writer might have. */
  async function putSketch(campaign: number, value: Buffer, atMs = Date.now()): Promise<void> {
    const cell = { hour: undefined, actionCode: VIEW_CODE, kind: 'events', breakdown: undefined } as const;
    const qualifier = sketchColumn({ ...cell, writer: 'abcdef', part: 'whole' });
    const { corpus, family } = SKETCHES!;
    const mutations = [setCell(family, qualifier, atMs * 1_000, value)];
    await store.store.writer.mutateRow(corpus, {
      key: sketchRowKey(campaignId(campaign), DAY.day),
      mutations,
    });
  }

  const loseSketches = (campaign: number): Promise<unknown> =>
    store.store.writer.mutateRow(SKETCHES!.corpus, {
      key: sketchRowKey(campaignId(campaign), DAY.day),
      mutations: [deleteFromFamily(SKETCHES!.family)],
    });

  when('counts match what was ingested, before, during and after compaction', async () => {
    const events = views(1);
    await ingest(events);
    await ingest(events.slice(0, 300));
    const sizes = sizesOf(setsOf(events, DAY));
    const before = await run({ hours: true, all: true });
    expect(before).toMatchObject({ status: 'agrees', open: false, unregistered: [] });
    expect(exactNumbers(before)).toEqual(sizes);
    expect(before.verdicts).toMatchObject({ equal: sizes.size, within: 0, differs: 0 });
    const [during] = await Promise.all([run({ hours: true, all: true }), compactAll(store)]);
    const after = await run({ hours: true, all: true });
    expect(after.cells).toBeLessThan(before.cells / 3);
    for (const each of [during, after]) {
      expect(each.status).toBe('agrees');
      expect(exactNumbers(each)).toEqual(sizes);
    }
    expect(after.events).toEqual({ ...before.events, possible: 0 });
  });

  when(
    'differing, missing, corrupted and excessive sketches are reported with their difference',
    async () => {
      await ingest(views(2));
      await loseSketches(1);
      await putSketch(2, Buffer.from('no sketch'));
      const more = new Sketch();
      for (let item = 0; item < 7; item++) more.add(item, item);
      await putSketch(3, encodeSketch(more), DAY.endMs);
      const metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
      const json = await run({ observer: reconciliationMetrics(metrics) });
      expect(json.status).toBe('differs');
      const alarms = await metrics.prometheus();
      expect(alarms).toMatch(/^tidemark_sketches_corrupted\S*\{[^}]*code="data_corrupted"[^}]*\} 1\b/m);
      expect(alarms).toMatch(/^tidemark_reconciliation_comparisons\S*\{[^}]*verdict="differs"[^}]*\} 5\b/m);
      expect(alarms).toMatch(/^tidemark_reconciliation_rows\S*\{[^}]*outcome="counted"[^}]*\} 40\b/m);
      const of = (campaign: number) => json.comparisons.filter(({ id }) => id === campaignId(campaign));
      expect(
        of(1).map(({ action, kind, verdict, sketch }) => [action, kind, verdict, sketch?.count]),
      ).toEqual([
        ['view', 'events', 'differs', 0],
        ['view', 'users', 'differs', 0],
        ['click', 'events', 'differs', 0],
        ['click', 'users', 'differs', 0],
      ]);
      for (const { difference, exact } of of(1)) expect(difference).toBe(-exact);
      expect(of(2).map(({ verdict, error }) => [verdict, error?.code])).toEqual(
        Array(4).fill(['unreadable', 'data_corrupted']),
      );
      expect(of(3)).toMatchObject([
        { action: 'view', kind: 'events', difference: 7, bound: 0, verdict: 'differs' },
      ]);
      expect(json.comparisons).toHaveLength(9);
      expect(json.verdicts).toMatchObject({ equal: 4 + 4 + 3, differs: 5, unreadable: 4 });
    },
  );

  when('estimates may be off by their error and no more', async () => {
    const count = 5_000;
    const events = Array.from({ length: count }, (_, n) =>
      campaignEvent(n % 500, 1, DAY.startMs + Math.floor(n / 500) * 60_000),
    );
    await ingest(events);
    const json = await run({ all: true });
    expect(json.status).toBe('agrees');
    const [whole] = json.comparisons;
    expect(whole).toMatchObject({ exact: count, verdict: 'within', sketch: { exact: false } });
    expect(whole!.bound).toBeGreaterThan(100);
    expect(whole!.bound).toBeLessThan(0.033 * count);
    expect(Math.abs(whole!.difference!)).toBeLessThanOrEqual(whole!.bound!);
    expect(json.errorRms).toBeCloseTo(Math.abs(whole!.difference!) / count, 10);
    await loseSketches(1);
    const half = new Sketch();
    for (let item = 0; item < count / 2; item++)
      half.add(Math.imul(item, 0x9e3779b1) >>> 0, Math.imul(item, 0x85ebca6b) >>> 0);
    await putSketch(1, encodeSketch(half));
    const fewer = await run();
    expect(fewer.status).toBe('differs');
    expect(fewer.comparisons[0]).toMatchObject({ kind: 'events', verdict: 'beyond' });
  });

  when('events ingested after the read of the log count as growth, and nothing else does', async () => {
    await ingest(views(3));
    const more = new Sketch();
    more.add(1, 2);
    await putSketch(1, encodeSketch(more), Date.now() + 60_000);
    expect(await run()).toMatchObject({ status: 'agrees', verdicts: { growing: 1 } });
    await loseSketches(2);
    await putSketch(2, encodeSketch(new Sketch()), Date.now() + 60_000);
    expect(await run()).toMatchObject({ status: 'differs', verdicts: { growing: 1, differs: 4 } });
  });

  when('unregistered campaigns are reported, and requested campaigns are compared', async () => {
    await ingest(views(4));
    const { corpus, family } = SKETCHES!.registeredAs!;
    await store.store.writer.mutateRow(corpus, {
      key: rowKey(campaignId(2)),
      mutations: [deleteFromFamily(family)],
    });
    const all = await run();
    expect(all).toMatchObject({ status: 'agrees', unregistered: [campaignId(2)], entities: CAMPAIGNS });
    const asked = new Set([campaignId(3), campaignId(77)]);
    const some = await run({ all: true, campaignIds: asked });
    expect(some).toMatchObject({ status: 'agrees', entities: 2 });
    expect(new Set(some.comparisons.map(({ id }) => id))).toEqual(asked);
  });

  when('workers share the job, and their parts are combined', async () => {
    const events = views(5);
    await ingest(events);
    const file = (n: number | string): string => join(folder, `${n}.recount`);
    const part = (n: number) => run({ worker: { index: n - 1, count: 3 }, checkpoint: file(n) });
    const shares = await Promise.all([part(1), part(2), part(3)]);
    expect(shares.map(({ status }) => status)).toEqual(['counted', 'counted', 'counted']);
    expect(shares.reduce((sum, { rows }) => sum + rows, 0)).toBe(40);
    const all = await run({ all: true, hours: true, parts: [1, 2, 3].map(file) });
    expect(all).toMatchObject({ status: 'agrees', rows: 40 });
    expect(exactNumbers(all)).toEqual(sizesOf(setsOf(events, DAY)));
    for (const [parts, problem] of [
      [[1, 2], '3/3 is missing'],
      [[1, 2, 2], '2/3 is given twice'],
      [[1, 'nothing'], 'nothing.recount does not exist'],
    ] as const) {
      await expect(run({ parts: parts.map(file) })).rejects.toThrow(problem);
    }
    const other = run({ campaignIds: new Set([campaignId(1)]), parts: [file(1)] });
    await expect(other).rejects.toThrow('belongs to another store, day, DataType or list of campaigns');
    const mine = run({ worker: { index: 1, count: 3 }, checkpoint: file(1) });
    await expect(mine).rejects.toThrow(tidemarkError('invalid_argument', 'checkpoint'));
  });

  when(
    'users whose rows cannot be read are left out and reported, and no other count is taken for wrong',
    async () => {
      await ingest([campaignEvent(1, 1, DAY.startMs + 1_000), campaignEvent(2, 2, DAY.startMs + 1_000)]);
      const { corpus, family } = CAMPAIGN_ACTION;
      const qualifier = Buffer.alloc(21, 1);
      qualifier.writeUInt32BE(DAY.startMs / 1_000, 0);
      const mutations = [setCell(family, qualifier, DAY.startMs * 1_000, Buffer.from('no event'))];
      await store.store.writer.mutateRow(corpus, { key: rowKey(userId(1)), mutations });
      const json = await run({ all: true });
      expect(json).toMatchObject({ status: 'incomplete', rowsFailed: 1 });
      const verdicts = json.comparisons.map(({ id, kind, verdict }) => [id, kind, verdict]);
      expect(verdicts).toContainEqual([campaignId(2), 'events', 'equal']);
      expect(verdicts).toContainEqual([campaignId(1), 'events', 'differs']);
    },
  );
});
