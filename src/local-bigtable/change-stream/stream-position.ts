import { minOf } from '../../core/shared/lists';

/**
 * Position of a reader: for each origin the commit timestamp of the last change that it has read. Commit timestamps
 * survive a restart, and the changes of one origin are read in order, so a position needs nothing else.
 */
export class StreamPosition {
  /** Commit timestamp at which the reader started. It applies to origins without a change read so far. */
  readonly base: number;
  readonly #reached: Map<string, number>;

  constructor(base: number, reached: Iterable<readonly [string, number]> = []) {
    this.base = base;
    this.#reached = new Map(reached);
  }

  /** Returns the earliest position at each origin. */
  static earliest(positions: readonly StreamPosition[]): StreamPosition {
    const base = minOf(positions.map((position) => position.base));
    const origins = new Set(positions.flatMap((position) => [...position.#reached.keys()]));
    return new StreamPosition(
      base,
      [...origins].map((origin) => [origin, minOf(positions.map((each) => each.lastRead(origin)))]),
    );
  }

  /** Returns the commit timestamp up to which the reader has read the origin's changes. */
  lastRead(origin: string): number {
    return this.#reached.get(origin) ?? this.base;
  }

  /** Advances to a later change. */
  advance(origin: string, commitMicros: number): void {
    this.#reached.set(origin, commitMicros);
  }

  /** Returns whether this position is at or past the other one at each origin. */
  isAtOrPast(other: StreamPosition): boolean {
    if (this.base < other.base) return false;
    return [...other.#reached].every(([origin, commitMicros]) => this.lastRead(origin) >= commitMicros);
  }

  copy(): StreamPosition {
    return new StreamPosition(this.base, this.#reached);
  }

  toJSON(): PositionJson {
    return { base: this.base, reached: [...this.#reached] };
  }

  /** Parses a position; undefined when the value is not one. */
  static from(json: unknown): StreamPosition | undefined {
    const { base, reached } = (json ?? {}) as Partial<PositionJson>;
    if (!Number.isSafeInteger(base) || !Array.isArray(reached)) return undefined;
    if (!reached.every(isReached)) return undefined;
    return new StreamPosition(base!, reached);
  }
}

interface PositionJson {
  readonly base: number;
  readonly reached: readonly (readonly [string, number])[];
}

function isReached(pair: unknown): pair is [string, number] {
  return Array.isArray(pair) && typeof pair[0] === 'string' && Number.isSafeInteger(pair[1]);
}
