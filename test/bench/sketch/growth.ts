/**
 * Size of the row of a campaign's day if Bigtable does not compact it all day: the sum of what processes write, by the production writer
 * on a virtual clock, with writes that are discarded.
 */
import type { RowMutations } from '../../../src/bigtable/client/types';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { eventQualifier } from '../../../src/core/events/dedup-key';
import { eventFromNamed } from '../../../src/core/events/event';
import { EMPTY_TOKEN } from '../../../src/core/tokens/write-token';
import { UNPLACED_SKETCHES } from '../../../src/core/residency/sketch-tables';
import { DEFAULTS } from '../../../src/config/defaults';
import { ingestLimitsOf } from '../../../src/operations/events/ingest-events';
import type { SketchedEvent } from '../../../src/operations/sketches/sketch-target';
import { createSketchWriter } from '../../../src/operations/sketches/sketch-writer';
import { seededRandom } from '../../../src/platform/random';
import type { WriteReceipt, Writer } from '../../../src/consistency/store';
import { CAMPAIGN_ACTION } from '../../support/campaign-sketches';
import { VirtualClock } from '../../support/virtual-clock';
import type { BenchOptions, BenchSize } from '../harness';
import { bytesOf } from './writes';

export interface GrowthFigures {
  readonly events: number;
  readonly processes: number;
  /** Figures of one process. */
  readonly writes: number;
  readonly bytes: number;
  readonly longestWaitMs: number;
}

const DAY_MS = 86_400_000;
/** Events come at most so often, several together where there are more. */
const BATCH_MS = 100;
/** One process: several take minutes. */
const EVENTS_MAX = 1e6;
const SEED = 1;
const EVENTS: Readonly<Record<BenchSize, readonly number[]>> = {
  full: [1e3, 16e3, 1e6, 1e7],
  quick: [1e3, 16e3],
  smoke: [1e3],
};
const [VIEW] = CAMPAIGN_ACTION.events.actions;

/** Events come evenly, by a new user each, and as many to each process: the most there can be to write. */
export async function measureGrowth({ size, progress }: BenchOptions): Promise<GrowthFigures[]> {
  const figures: GrowthFigures[] = [];
  for (const events of EVENTS[size]) {
    for (const processes of [1, 10, 50]) {
      if (events / processes > EVENTS_MAX) continue;
      progress(`a row's growth: ${events} events a day, ${processes} processes`);
      figures.push({ events, processes, ...(await oneProcess(events / processes)) });
    }
  }
  return figures;
}

async function oneProcess(events: number): Promise<Omit<GrowthFigures, 'events' | 'processes'>> {
  const clock = new VirtualClock(Date.UTC(2026, 10, 21));
  const writer = new Nowhere();
  const sketches = createSketchWriter({
    writer,
    sketchTables: UNPLACED_SKETCHES,
    schema: loadSchema(),
    clock,
    random: seededRandom(SEED),
    limits: { ...DEFAULTS.sketches, ...ingestLimitsOf(DEFAULTS) },
  });
  let longestWaitMs = 0;
  const stepMs = Math.max(BATCH_MS, DAY_MS / events);
  let added = 0;
  for (let atMs = 0; atMs < DAY_MS; atMs += stepMs) {
    const until = Math.min(events, Math.round(((atMs + stepMs) / DAY_MS) * events));
    const now = Array.from({ length: until - added }, (_, i) => eventAt(clock.nowMs(), added + i));
    added = until;
    if (now.length > 0) {
      const startedMs = clock.monotonicMs();
      const waited = (): void =>
        void (longestWaitMs = Math.max(longestWaitMs, clock.monotonicMs() - startedMs));
      void sketches.add(now).then(waited);
    }
    await clock.advance(stepMs);
  }
  await sketches.close();
  return { writes: writer.writes, bytes: writer.bytes, longestWaitMs };
}

function eventAt(eventTimeMs: number, user: number): SketchedEvent {
  const ids = { campaignId: '00000000-0000-4000-8000-000000000001' };
  const event = eventFromNamed(CAMPAIGN_ACTION.events, {
    userId: `u${user}`,
    action: 'view',
    eventTimeMs,
    ids,
  });
  return { event, dataType: CAMPAIGN_ACTION, action: VIEW!, qualifier: eventQualifier(event, VIEW!) };
}

/** Counts what is written. */
class Nowhere implements Writer {
  writes = 0;
  bytes = 0;

  mutateRow: Writer['mutateRow'] = async (_table, row) => this.#take(row);

  mutateRows: Writer['mutateRows'] = async (_table, rows) => rows.map((row) => this.#take(row));

  #take(row: RowMutations): WriteReceipt {
    this.writes++;
    this.bytes += bytesOf(row);
    return { token: EMPTY_TOKEN, cluster: 'none' };
  }
}
