/**
 * Removes duplicates across parts: an event that arrives after its day was packed, and events that two compactors have
 * both packed. Of equal dedup keys the earliest event remains, and at equal times the one with the smaller content
 * hash, as among single events.
 */
import { SECONDS_PER_DAY, type BlockPeriod } from '../blocks/block-column';
import { DEDUP_PREFIX_BYTES, QUALIFIER_BYTES } from '../events/dedup-key';
import { mapped, maxOf, minOf } from '../shared/lists';
import type { EventType } from '../schema/schema';
import type { EventColumns } from './event-columns';
import { DedupKeys } from './dedup-keys';
import { pickEvents } from './pick-events';
import type { RawColumns } from './raw-columns';
import { RepeatedDedupKeys, type EventSpan } from './repeated-keys';

export interface DecodedBlock {
  readonly period: BlockPeriod;
  readonly columns: EventColumns;
}

export interface DeduplicatedEvents {
  readonly parts: readonly EventColumns[];
  readonly duplicates: number;
}

/** Returns the events without duplicates. Days that only one part covers cannot have duplicates and cost nothing. */
export function deduplicate(
  singles: RawColumns | undefined,
  blocks: readonly DecodedBlock[],
  type: EventType,
): DeduplicatedEvents {
  const sources = mapped(blocks, (block) => new BlockSource(block, type));
  const singleSource = singles === undefined ? undefined : new SinglesSource(singles);
  const all = singleSource === undefined ? sources : [singleSource, ...sources];
  for (const group of overlapping(sources)) {
    const span = singleSource?.spanWithin(group) ?? NO_EVENTS;
    if (group.length === 1 && span.start === span.end) continue;
    exclude(candidatesIn({ singles: singleSource, span, blocks: group }, type));
  }
  return {
    parts: mapped(all, (source) => source.remaining()).filter(({ count }) => count > 0),
    duplicates: all.reduce((sum, { excluded }) => sum + excluded, 0),
  };
}

const NO_EVENTS: EventSpan = Object.freeze({ start: 0, end: 0 });

/** Blocks of overlapping periods, and the span of the single events of these periods. */
interface Overlap {
  readonly singles: SinglesSource | undefined;
  readonly span: EventSpan;
  readonly blocks: readonly BlockSource[];
}

/** Returns the events that may be duplicates of each other. Usually there are none. */
function candidatesIn({ singles, span, blocks }: Overlap, type: EventType): readonly Candidate[] {
  const keys = new RepeatedDedupKeys(type);
  // To find an event costs less than to add it, so the largest block is last.
  const bySize = [...blocks].sort((a, b) => a.columns.count - b.columns.count);
  const last = bySize.length - 1;
  const numbered: Numbered[] = [];
  if (singles !== undefined) {
    numbered.push({ source: singles, start: span.start, numbers: keys.addSingles(singles.columns, span) });
  }
  bySize.forEach((source, i) => {
    const { columns } = source;
    const numbers = i < last ? keys.addBlock(columns) : keys.findInBlock(columns);
    numbered.push({ source, start: 0, numbers });
  });
  if (!keys.hasRepeated) return [];
  // Of identical events the first candidate stays. To leave out single events costs less than those of a block.
  return numbered.reverse().flatMap((each) => repeatedIn(each, keys));
}

/** Events of one source from `start` on, and the numbers of their dedup keys. */
interface Numbered {
  readonly source: SinglesSource | BlockSource;
  readonly start: number;
  readonly numbers: Int32Array;
}

function repeatedIn({ source, start, numbers }: Numbered, keys: RepeatedDedupKeys): Candidate[] {
  const candidates: Candidate[] = [];
  numbers.forEach((number, i) => {
    const candidate = keys.isRepeated(number) ? source.candidate(start + i) : undefined;
    if (candidate !== undefined) candidates.push(candidate);
  });
  return candidates;
}

/** An event, and the data that decides whether it is a duplicate. */
interface Candidate {
  readonly source: Pick<Source, 'exclude'>;
  readonly event: number;
  readonly timeMs: number;
  readonly qualifier: Uint8Array;
}

abstract class Source<Columns extends EventColumns = EventColumns> {
  readonly columns: Columns;
  /** Created with the first exclusion, because most sources have none. */
  #excluded: Set<number> | undefined;

  constructor(columns: Columns) {
    this.columns = columns;
  }

  get excluded(): number {
    return this.#excluded?.size ?? 0;
  }

  exclude(event: number): void {
    (this.#excluded ??= new Set()).add(event);
  }

  remaining(): EventColumns {
    return this.#excluded === undefined ? this.columns : this.without(this.#excluded);
  }

  protected abstract without(excluded: ReadonlySet<number>): EventColumns;
}

/** Events of single cells, by combination: in the order of their columns. */
class SinglesSource extends Source<RawColumns> {
  /** Returns the events whose dedup windows begin in a period of the blocks. */
  spanWithin(blocks: readonly BlockSource[]): EventSpan {
    const { columns } = this;
    const start = columns.firstFrom(minOf(mapped(blocks, ({ startSeconds }) => startSeconds)));
    return { start, end: columns.firstFrom(maxOf(mapped(blocks, ({ endSeconds }) => endSeconds)), start) };
  }

  candidate(event: number): Candidate {
    const { columns } = this;
    return {
      source: this,
      event,
      timeMs: columns.timesOfCombinations[event]!,
      qualifier: columns.qualifierOf(event),
    };
  }

  protected without(excluded: ReadonlySet<number>): EventColumns {
    return this.columns.without(excluded);
  }
}

class BlockSource extends Source {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly #keys: DedupKeys;

  constructor({ period, columns }: DecodedBlock, type: EventType) {
    super(columns);
    this.startSeconds = period.startSeconds;
    this.endSeconds = period.startSeconds + period.days * SECONDS_PER_DAY;
    this.#keys = new DedupKeys(columns, type);
  }

  candidate(event: number): Candidate | undefined {
    const qualifier = this.#keys.qualifierOf(event);
    if (qualifier === undefined) return undefined;
    return { source: this, event, timeMs: this.columns.timesMs[event]!, qualifier };
  }

  protected without(excluded: ReadonlySet<number>): EventColumns {
    const all = Uint32Array.from({ length: this.columns.count }, (_, event) => event);
    return pickEvents(
      this.columns,
      all.filter((event) => !excluded.has(event)),
    );
  }
}

/** Groups blocks whose periods share days. Most blocks are alone. */
function overlapping(blocks: readonly BlockSource[]): readonly BlockSource[][] {
  const sorted = [...blocks].sort((a, b) => a.startSeconds - b.startSeconds);
  const groups: BlockSource[][] = [];
  let endSeconds = -1;
  for (const block of sorted) {
    if (block.startSeconds < endSeconds) groups.at(-1)!.push(block);
    else groups.push([block]);
    endSeconds = Math.max(endSeconds, block.endSeconds);
  }
  return groups;
}

/** Excludes all but one event of each dedup key. */
function exclude(candidates: readonly Candidate[]): void {
  const best = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const key = latin1(candidate.qualifier, 0, DEDUP_PREFIX_BYTES);
    const other = best.get(key);
    const stays = other === undefined || goesBefore(candidate, other);
    if (stays) best.set(key, candidate);
    const loser = stays ? other : candidate;
    loser?.source.exclude(loser.event);
  }
}

function goesBefore(a: Candidate, b: Candidate): boolean {
  if (a.timeMs !== b.timeMs) return a.timeMs < b.timeMs;
  return (
    latin1(a.qualifier, DEDUP_PREFIX_BYTES, QUALIFIER_BYTES) <
    latin1(b.qualifier, DEDUP_PREFIX_BYTES, QUALIFIER_BYTES)
  );
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', start, end);
}
