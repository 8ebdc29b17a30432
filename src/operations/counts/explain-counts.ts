import type { CountExplanation } from '../../core/counts/count-explanation';
import type { CountCost } from './count-actions';
import type { UserEventsReadInfo } from '../events/read-user-events';

/** Adds up the costs. `works` has one entry for each user counted. */
export function explainCounts(
  { read, works }: { readonly read: UserEventsReadInfo; readonly works: readonly CountCost[] },
  { parseMs, writeMs }: { readonly parseMs: number; readonly writeMs: number },
): CountExplanation {
  const sum = (valueOf: (work: CountCost) => number): number =>
    works.reduce((total, work) => total + valueOf(work), 0);
  const [rawBytes, blockBytes] = [sum(({ stats }) => stats.rawBytes), sum(({ stats }) => stats.blockBytes)];
  const micros = {
    parse: parseMs * 1_000,
    read: read.readMs * 1_000,
    decode: sum(({ decodeMs }) => decodeMs) * 1_000,
    count: sum(({ countMs }) => countMs) * 1_000,
    write: writeMs * 1_000,
  };
  return {
    columns: read.range,
    countedFromMs: read.countedFromMs,
    rows: read.range === undefined ? 0 : works.length,
    lookups: read.evidence.lookups,
    bytes: rawBytes + blockBytes,
    rawBytes,
    blockBytes,
    rawCells: sum(({ stats }) => stats.rawCells),
    blocks: sum(({ stats }) => stats.blocks),
    events: sum(({ events }) => events),
    duplicates: sum(({ stats }) => stats.duplicates),
    micros: mapped(micros, (value) => Math.round(value * 10) / 10),
  };
}

function mapped<K extends string>(
  values: Readonly<Record<K, number>>,
  change: (value: number) => number,
): Record<K, number> {
  const entries = Object.entries<number>(values).map(([name, value]) => [name, change(value)]);
  return Object.fromEntries(entries) as Record<K, number>;
}
