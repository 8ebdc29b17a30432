/**
 * Removes duplicates across parts: an event that arrives after its day was packed, and events that two compactors have
 * both packed. Of equal dedup keys the earliest event remains, and at equal times the one with the smaller content
 * hash, as among single events.
 */
import { SECONDS_PER_DAY, type BlockPeriod } from '../blocks/block-column';
import { DEDUP_PREFIX_BYTES, QUALIFIER_BYTES } from '../events/dedup-key';
import { maxOf, minOf } from '../shared/lists';
import type { EventType } from '../schema/schema';
import type { EventColumns } from './event-columns';
import { DedupKeys } from './dedup-keys';
import { firstIndexAt } from './first-at';
import { pickEvents } from './pick-events';
import type { RawColumns } from './raw-columns';

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
  const sources = blocks.map((block) => new BlockSource(block, type));
  const singleSource = singles === undefined ? undefined : new SinglesSource(singles);
  const all = singleSource === undefined ? sources : [singleSource, ...sources];
  for (const group of overlapping(sources)) {
    const singleEvents = singleSource?.eventsWithin(group) ?? [];
    if (group.length > 1) exclude([...singleEvents, ...group.flatMap((source) => source.allEvents())]);
    else if (singleEvents.length > 0) exclude([...singleEvents, ...group[0]!.eventsNear(singleEvents, type)]);
  }
  return {
    parts: all.map((source) => source.remaining()).filter(({ count }) => count > 0),
    duplicates: all.reduce((sum, { excluded }) => sum + excluded, 0),
  };
}

/** An event, and the data that decides whether it is a duplicate. */
interface Candidate {
  readonly source: Source;
  readonly event: number;
  readonly timeMs: number;
  readonly qualifier: Uint8Array;
}

class Source {
  readonly columns: EventColumns;
  /** Created with the first exclusion, because most sources have none. */
  #excluded: Set<number> | undefined;

  constructor(columns: EventColumns) {
    this.columns = columns;
  }

  get excluded(): number {
    return this.#excluded?.size ?? 0;
  }

  exclude(event: number): void {
    (this.#excluded ??= new Set()).add(event);
  }

  remaining(): EventColumns {
    const excluded = this.#excluded;
    if (excluded === undefined) return this.columns;
    const all = Uint32Array.from({ length: this.columns.count }, (_, event) => event);
    return pickEvents(
      this.columns,
      all.filter((event) => !excluded.has(event)),
    );
  }
}

/** Events of single cells. */
class SinglesSource extends Source {
  readonly #singles: RawColumns;

  constructor(singles: RawColumns) {
    super(singles);
    this.#singles = singles;
  }

  /** Returns the events whose dedup windows begin in a period of the blocks. */
  eventsWithin(blocks: readonly BlockSource[]): readonly Candidate[] {
    const startSeconds = minOf(blocks.map((block) => block.startSeconds));
    const endSeconds = maxOf(blocks.map((block) => block.endSeconds));
    const { first, last } = this.#singles.windowStarts();
    if (last < startSeconds || first >= endSeconds) return [];
    const found: Candidate[] = [];
    const { count, timesMs } = this.#singles;
    for (let event = 0; event < count; event++) {
      const windowStart = this.#singles.windowStartOf(event);
      if (windowStart < startSeconds || windowStart >= endSeconds) continue;
      const qualifier = this.#singles.qualifierOf(event);
      found.push({ source: this, event, timeMs: timesMs[event]!, qualifier });
    }
    return found;
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

  allEvents(): readonly Candidate[] {
    return this.#between(0, this.columns.count);
  }

  /**
   * Returns the events that may duplicate one of the others: duplicates are never further apart than the longest dedup
   * window.
   */
  eventsNear(others: readonly Candidate[], { actions }: EventType): readonly Candidate[] {
    const windowMs = Math.max(1, maxOf(actions.map(({ dedup }) => dedup.windowSeconds))) * 1_000;
    const { timesMs } = this.columns;
    const first = others[0]!.timeMs - windowMs;
    const last = others.at(-1)!.timeMs + windowMs;
    return this.#between(firstIndexAt(timesMs, first), firstIndexAt(timesMs, last + 1));
  }

  #between(start: number, end: number): readonly Candidate[] {
    const found: Candidate[] = [];
    for (let event = start; event < end; event++) {
      const qualifier = this.#keys.qualifierOf(event);
      if (qualifier === undefined) continue;
      found.push({ source: this, event, timeMs: this.columns.timesMs[event]!, qualifier });
    }
    return found;
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
