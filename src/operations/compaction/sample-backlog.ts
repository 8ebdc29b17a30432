/** Sample of what compaction has still to pack, from a few rows: its backlog, whichever processes pack. */
import { cellsPerRowLimit, chain, qualifierRange, stripValue } from '../../bigtable/read/filters';
import { isBlockQualifier } from '../../core/blocks/block-column';
import { overhangSecondsOf } from '../../core/compaction/plan-packing';
import { secondsPrefix } from '../../core/counts/event-range';
import type { EventDataType } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Scanner } from '../../consistency/store';
import { openDaysStart } from './packing-filters';

/** Backlog of one event DataType, of the rows that were sampled. */
export interface CompactionBacklog {
  /** `corpus/family` */
  readonly dataType: string;
  /** Rows with events of days that are over. */
  readonly rows: number;
  /** Rows among them with such events that are not in blocks. */
  readonly rowsToPack: number;
  /** Time of the oldest of these events, in milliseconds since the Unix epoch: the start of its dedup window. */
  readonly oldestAtMs?: number | undefined;
  /** Code of the error that ended the sample early. */
  readonly failure?: string | undefined;
}

export interface SampleBacklogDependencies {
  readonly scanner: Pick<Scanner, 'scan'>;
  readonly eventTypes: readonly EventDataType[];
  readonly clock: Clock;
  readonly random: Random;
  readonly graceMs: number;
  readonly limits: { readonly sampleRowsMax: number; readonly sampleTimeoutMs: number };
}

/** Names of cells that are read of each row: the oldest events come first. */
const CELLS_PER_ROW = 64;
const SHARDS = 256;

/** Reads a sample of each event DataType, which begins at a random row. Never rejects because of the store. */
export function sampleCompactionBacklog(
  dependencies: SampleBacklogDependencies,
): Promise<readonly CompactionBacklog[]> {
  return Promise.all(dependencies.eventTypes.map((each) => sampleType(each, dependencies)));
}

async function sampleType(
  { corpus, family, events }: EventDataType,
  { scanner, clock, random, graceMs, limits }: SampleBacklogDependencies,
): Promise<CompactionBacklog> {
  const overhangSeconds = overhangSecondsOf(events.actions);
  const open = openDaysStart({ nowMs: clock.nowMs(), graceMs, overhangSeconds });
  const columns = qualifierRange({ family, start: secondsPrefix(1), end: open });
  const filter = chain(columns, cellsPerRowLimit(CELLS_PER_ROW), stripValue());
  const key = Buffer.from(
    Math.floor(random() * SHARDS)
      .toString(16)
      .padStart(2, '0'),
  );
  const first = { start: { key, inclusive: true } };
  const rest = { end: { key, inclusive: false } };
  let [rows, rowsToPack, oldestAtMs] = [0, 0, Infinity];
  const summary = () => ({
    dataType: `${corpus}/${family}`,
    rows,
    rowsToPack,
    oldestAtMs: oldestAtMs === Infinity ? undefined : oldestAtMs,
  });
  const deadlineMs = clock.monotonicMs() + limits.sampleTimeoutMs;
  try {
    for (const range of [first, rest]) {
      const timeoutMs = deadlineMs - clock.monotonicMs();
      const rowsMax = limits.sampleRowsMax - rows;
      if (rowsMax <= 0 || timeoutMs <= 0) break;
      const scan = { table: corpus, ranges: [range], filter, rowsMax };
      for await (const { cells } of scanner.scan(scan, { timeoutMs })) {
        rows += 1;
        const event = cells.find(({ qualifier }) => !isBlockQualifier(qualifier, 0, qualifier.length));
        if (event === undefined) continue;
        rowsToPack += 1;
        oldestAtMs = Math.min(oldestAtMs, event.qualifier.readUInt32BE() * 1_000);
      }
    }
    return summary();
  } catch (error) {
    if (!(error instanceof TidemarkError)) throw error;
    return { ...summary(), failure: error.code };
  }
}
