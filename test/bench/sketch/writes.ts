/**
 * Volume of sketch writes to Bigtable: the production writer with its default intervals, over the embedded server. The clock is virtual,
 * so that a day's events take less than a day; calls are real, and virtual time stops meanwhile.
 */
import type { RowMutations } from '../../../src/bigtable/client/types';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { eventQualifier } from '../../../src/core/events/dedup-key';
import { eventFromNamed } from '../../../src/core/events/event';
import { DEFAULTS } from '../../../src/config/defaults';
import { createCountCampaigns } from '../../../src/operations/campaign-counts/count-campaigns';
import { ingestLimitsOf } from '../../../src/operations/events/ingest-events';
import type { SketchedEvent } from '../../../src/operations/sketches/sketch-target';
import { createSketchWriter, type SketchWriter } from '../../../src/operations/sketches/sketch-writer';
import { systemClock } from '../../../src/platform/time/clock';
import { systemRandom } from '../../../src/platform/random';
import type { Store } from '../../../src/store/open-store';
import type { Writer } from '../../../src/consistency/store';
import { CAMPAIGN_ACTION, queryOf } from '../../support/campaign-sketches';
import { VirtualClock } from '../../support/virtual-clock';
import { WrongAnswer, type BenchOptions, type BenchSize } from '../harness';

export interface WriteFigures {
  readonly events: number;
  readonly eventsPerSecond: number;
  readonly campaigns: number;
  /** Largest number of views of one campaign within one flush interval. */
  readonly writesPerFlush: number;
  /** Rows' keys and cells: columns, timestamps, values. Watermarks are not in it. */
  readonly bytesPerEvent: number;
  readonly bytesPerFlush: number;
}

interface Scenario {
  /** Views of each campaign. */
  readonly events: number;
  readonly eventsPerSecond: number;
  readonly campaigns: number;
}

const SLOW: Scenario = { events: 1e3, eventsPerSecond: 4, campaigns: 4 };
const FAST: Scenario = { events: 1e3, eventsPerSecond: 250, campaigns: 5 };
const SCENARIOS: Readonly<Record<BenchSize, readonly Scenario[]>> = {
  full: [SLOW, { ...FAST, campaigns: 20 }, { events: 1e6, eventsPerSecond: 250, campaigns: 1 }],
  quick: [SLOW, FAST, { events: 3e4, eventsPerSecond: 250, campaigns: 1 }],
  smoke: [{ ...SLOW, events: 50 }, FAST, { events: 6e3, eventsPerSecond: 250, campaigns: 1 }],
};

const INTERVAL_MS = DEFAULTS.sketches.flushIntervalMs;
/** Batches of events that come within an interval, as those of a consumer do. */
const BATCHES = 4;
const DEVIATIONS_MAX = 6;
const [VIEW] = CAMPAIGN_ACTION.events.actions;

export async function measureWrites(store: Store, { size, progress }: BenchOptions): Promise<WriteFigures[]> {
  const figures: WriteFigures[] = [];
  for (const [number, scenario] of SCENARIOS[size].entries()) {
    progress(
      `writes of ${scenario.campaigns} × ${scenario.events} events, ${scenario.eventsPerSecond} a second`,
    );
    figures.push(await new Run(store, scenario, number).run());
  }
  return figures;
}

class Run {
  readonly #store: Store;
  readonly #scenario: Scenario;
  readonly #clock = new VirtualClock(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 43_200_000);
  readonly #writer: CountingWriter;
  readonly #sketches: SketchWriter;
  readonly #campaigns: readonly string[];

  constructor(store: Store, scenario: Scenario, number: number) {
    this.#store = store;
    this.#scenario = scenario;
    this.#writer = new CountingWriter(store.writer, this.#clock);
    this.#campaigns = Array.from({ length: scenario.campaigns }, (_, i) => uuid(1_000 * (1 + number) + i));
    this.#sketches = createSketchWriter({
      writer: this.#writer,
      sketchTables: store.sketchTables,
      schema: loadSchema(),
      clock: this.#clock,
      random: systemRandom,
      limits: { ...DEFAULTS.sketches, ...ingestLimitsOf(DEFAULTS) },
    });
  }

  async run(): Promise<WriteFigures> {
    const { events, eventsPerSecond, campaigns } = this.#scenario;
    const perInterval = (eventsPerSecond * INTERVAL_MS) / 1_000;
    let intervals = 0;
    let user = 0;
    for (let added = 0; added < events; intervals++) {
      const until = Math.min(events, Math.round((intervals + 1) * perInterval));
      user = await this.#interval(until - added, user);
      added = until;
    }
    await this.#clock.advance(INTERVAL_MS);
    await this.#sketches.close();
    await this.#check();
    const { rows, bytes, most } = this.#writer;
    return {
      ...this.#scenario,
      writesPerFlush: most,
      bytesPerEvent: bytes / campaigns / events,
      bytesPerFlush: bytes / rows,
    };
  }

  /** Events of all campaigns, in batches spread over the interval. Returns the next user. */
  async #interval(events: number, firstUser: number): Promise<number> {
    let added = 0;
    for (let batch = 1; batch <= BATCHES; batch++) {
      const until = Math.round((events * batch) / BATCHES);
      const all = this.#campaigns.flatMap((id) =>
        Array.from({ length: until - added }, (_, i) => this.#event(id, firstUser + added + i)),
      );
      added = until;
      if (all.length > 0) void this.#sketches.add(all).then(throwFailures);
      await this.#writer.settled();
      await this.#clock.advance(INTERVAL_MS / BATCHES);
      await this.#writer.settled();
    }
    return firstUser + events;
  }

  #event(campaignId: string, user: number): SketchedEvent {
    const named = {
      userId: uuid(1e9 + user),
      action: 'view',
      eventTimeMs: this.#clock.nowMs(),
      ids: { campaignId },
    };
    const event = eventFromNamed(CAMPAIGN_ACTION.events, named);
    return { event, dataType: CAMPAIGN_ACTION, action: VIEW!, qualifier: eventQualifier(event, VIEW!) };
  }

  /** Counted by the product's own query, whatever the figures are. */
  async #check(): Promise<void> {
    const count = createCountCampaigns({
      reader: this.#store.reader,
      partsOf: this.#store.sketchTables.counted,
      clock: systemClock,
      limits: DEFAULTS.campaignCounts,
      tokens: DEFAULTS.tokens,
    });
    const day = new Date(this.#clock.nowMs()).toISOString().slice(0, 10);
    const query = queryOf(
      CAMPAIGN_ACTION,
      { campaigns: this.#campaigns, days: [day], actions: ['view'], by: 'day' },
      Date.now(),
    );
    const { campaigns } = await count({ query, consistency: EVENTUAL });
    const { events } = this.#scenario;
    for (const each of campaigns) {
      if ('error' in each) throw each.error;
      const { count: counted, exact } = each.counts[0]![0]!.events;
      const limit = exact ? 0 : DEVIATIONS_MAX * 0.0081 * events;
      if (Math.abs(counted - events) > limit) throw new WrongAnswer(`${counted} are counted of ${events}`);
    }
  }
}

/** Hands all on to the store, and counts it. */
class CountingWriter implements Writer {
  rows = 0;
  bytes = 0;
  /** Writes of one row within one interval. */
  most = 0;
  readonly #writer: Writer;
  readonly #clock: VirtualClock;
  readonly #calls = new Set<Promise<unknown>>();
  #interval = -1;
  /** Writes in the interval at hand, by row. */
  #writes = new Map<string, number>();

  constructor(writer: Writer, clock: VirtualClock) {
    this.#writer = writer;
    this.#clock = clock;
  }

  mutateRow: Writer['mutateRow'] = (table, row, options) =>
    this.#counted([row], this.#writer.mutateRow(table, row, options));

  mutateRows: Writer['mutateRows'] = (table, rows, options) =>
    this.#counted(rows, this.#writer.mutateRows(table, rows, options));

  /** Resolves when no call is in flight and all callers that waited for one have continued. */
  async settled(): Promise<void> {
    while (this.#calls.size > 0) await Promise.allSettled(this.#calls);
    await new Promise(setImmediate);
  }

  #counted<Answer>(rows: readonly RowMutations[], call: Promise<Answer>): Promise<Answer> {
    const interval = Math.floor(this.#clock.monotonicMs() / INTERVAL_MS);
    if (interval !== this.#interval) this.#writes = new Map();
    this.#interval = interval;
    for (const row of rows) this.#count(row);
    this.#calls.add(call);
    return call.finally(() => this.#calls.delete(call));
  }

  #count(row: RowMutations): void {
    const name = row.key.toString('latin1');
    const writes = 1 + (this.#writes.get(name) ?? 0);
    this.#writes.set(name, writes);
    this.most = Math.max(this.most, writes);
    this.rows++;
    this.bytes += bytesOf(row);
  }
}

const TIMESTAMP_BYTES = 8;

/** Returns the size of the row's key and cells: columns, timestamps, values. */
export function bytesOf({ key, mutations }: RowMutations): number {
  return mutations.reduce((sum, { setCell }) => {
    const { familyName = '', columnQualifier, value } = setCell ?? {};
    const name = (familyName?.length ?? 0) + (columnQualifier?.length ?? 0);
    return sum + name + TIMESTAMP_BYTES + (value?.length ?? 0);
  }, key.length);
}

function throwFailures({ failures }: Awaited<ReturnType<SketchWriter['add']>>): void {
  const failure = failures.find((each) => each !== undefined);
  if (failure !== undefined) throw failure;
}

function uuid(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}
