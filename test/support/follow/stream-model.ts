import type {
  ChangeStreamEvent,
  DataChange,
  StreamPartition,
} from '../../../src/bigtable/changes/change-types';
import type { TableChanges } from '../../../src/consistency/read/change-source';
import type { KeyRange } from '../../../src/core/pipelines/follow/layout';
import { sleep, type Clock } from '../../../src/platform/time/clock';

/** A change of the model. Commit times increase with the sequence number. */
export interface ModelChange {
  readonly sequence: number;
  readonly key: Buffer;
  readonly commitMicros: number;
}

/** Position of a token: the number of changes that were read in each range. */
interface Position {
  readonly start: string;
  readonly end: string;
  readonly read: number;
}

/** Change stream of one table whose partitions are split and merged on request, as the API documents it. */
export class StreamModel {
  readonly changes: ModelChange[] = [];
  readonly #clock: Clock;
  /** Keys at which partitions begin, besides the first one. */
  #splits: readonly string[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get partitions(): StreamPartition[] {
    const starts = ['', ...this.#splits];
    return starts.map((start, index) => ({ start: bytes(start), end: bytes(starts[index + 1] ?? '') }));
  }

  split(splits: readonly string[]): void {
    this.#splits = [...new Set(splits)].sort();
  }

  /** Adds a change. Its commit time is after all earlier ones, and not after the present. */
  write(key: string): ModelChange {
    const previous = this.changes.at(-1)?.commitMicros ?? 0;
    const commitMicros = Math.max(this.#clock.nowMs() * 1_000, previous + 1);
    const change = { sequence: this.changes.length, key: bytes(key), commitMicros };
    this.changes.push(change);
    return change;
  }

  /** Returns the stream as a worker reads it. */
  of(gate: () => Promise<void>): TableChanges {
    return {
      cluster: 'c',
      partitions: async () => {
        await gate();
        return this.partitions;
      },
      read: ({ partition, from, heartbeatMs = 1_000 }, { signal } = {}) => {
        const tokens = from === 'now' || 'startMicros' in from ? [] : from.tokens;
        const positions =
          tokens.length === 0
            ? [{ ...named(partition), read: this.changes.length }]
            : tokens.flatMap(({ token }) => JSON.parse(token) as Position[]);
        return this.#events(partition, positions, {
          heartbeatMs,
          gate,
          aborted: () => signal?.aborted === true,
        });
      },
    };
  }

  async *#events(
    partition: StreamPartition,
    positions: Position[],
    call: {
      readonly heartbeatMs: number;
      readonly gate: () => Promise<void>;
      readonly aborted: () => boolean;
    },
  ): AsyncGenerator<ChangeStreamEvent, undefined> {
    let next = Math.min(...positions.map(({ read }) => read));
    let heartbeatAtMs = this.#clock.monotonicMs();
    for (;;) {
      await call.gate();
      if (call.aborted()) throw new Error('the call is cancelled');
      if (!this.partitions.some((each) => isSame(each, partition))) {
        yield this.#closed(partition, positions, next);
        return undefined;
      }
      const change = this.changes[next];
      if (change !== undefined) {
        next += 1;
        const isRead = positions.some((each) => isIn(change.key, each) && each.read > change.sequence);
        if (isIn(change.key, named(partition)) && !isRead)
          yield this.#change(change, tokenOf(positions, next));
      } else if (this.#clock.monotonicMs() >= heartbeatAtMs) {
        heartbeatAtMs = this.#clock.monotonicMs() + call.heartbeatMs;
        // All later changes have later commit times than the last one.
        const lowWatermarkMicros = this.changes.at(-1)?.commitMicros ?? 1;
        yield { kind: 'heartbeat', token: tokenOf(positions, next), lowWatermarkMicros };
      } else await sleep(this.#clock, 20);
    }
  }

  #change({ key, commitMicros, sequence }: ModelChange, token: string): DataChange {
    const lowWatermarkMicros = this.changes[sequence]!.commitMicros;
    const mutations = [{ setCell: { familyName: 'f' } }];
    return {
      kind: 'change',
      type: 'user',
      key,
      clusterId: 'c',
      commitMicros,
      tiebreaker: 0,
      mutations,
      token,
      lowWatermarkMicros,
    };
  }

  #closed(partition: StreamPartition, positions: Position[], next: number): ChangeStreamEvent {
    const successors = this.partitions.flatMap((whole) => {
      const part = intersection(named(partition), named(whole));
      if (part === undefined) return [];
      const ofPart = positions.flatMap(({ read, ...range }) => {
        const common = intersection(range, part);
        return common === undefined ? [] : [{ ...common, read }];
      });
      const token = tokenOf(ofPart, next);
      return [
        { from: { partition: { start: bytes(part.start), end: bytes(part.end) }, token }, partition: whole },
      ];
    });
    return { kind: 'closed', successors };
  }
}

const bytes = (key: string): Buffer => Buffer.from(key, 'latin1');
const named = ({ start, end }: KeyRange) => ({
  start: start.toString('latin1'),
  end: end.toString('latin1'),
});
const isSame = (a: KeyRange, b: KeyRange): boolean => a.start.equals(b.start) && a.end.equals(b.end);

const isIn = (key: Buffer, { start, end }: Omit<Position, 'read'>): boolean =>
  key.toString('latin1') >= start && (end === '' || key.toString('latin1') < end);

/** Every range has been read up to `next`, or further. */
const tokenOf = (positions: readonly Position[], next: number): string =>
  JSON.stringify(positions.map((each) => ({ ...each, read: Math.max(each.read, next) })));

function intersection(
  a: Omit<Position, 'read'>,
  b: Omit<Position, 'read'>,
): Omit<Position, 'read'> | undefined {
  const start = a.start > b.start ? a.start : b.start;
  const end = a.end === '' ? b.end : b.end === '' || a.end < b.end ? a.end : b.end;
  return end === '' || start < end ? { start, end } : undefined;
}
