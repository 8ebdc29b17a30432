import { minOf } from '../../core/shared/lists';

/**
 * How far a reader is: for each origin the stamp of the last change that it has had. Stamps outlive a restart, and the
 * changes of one origin are read in their order, so a position needs nothing else.
 */
export class StreamPosition {
  /** Where the reader began: of origins that it has had no change of, changes after this stamp are next. */
  readonly base: number;
  readonly #reached: Map<string, number>;

  constructor(base: number, reached: Iterable<readonly [string, number]> = []) {
    this.base = base;
    this.#reached = new Map(reached);
  }

  /** The position that all of these are at or past, at each origin. */
  static earliest(positions: readonly StreamPosition[]): StreamPosition {
    const base = minOf(positions.map((position) => position.base));
    const origins = new Set(positions.flatMap((position) => [...position.#reached.keys()]));
    return new StreamPosition(
      base,
      [...origins].map((origin) => [origin, minOf(positions.map((each) => each.lastRead(origin)))]),
    );
  }

  /** Changes of the origin up to this stamp have been had. */
  lastRead(origin: string): number {
    return this.#reached.get(origin) ?? this.base;
  }

  /** Moves on, never back. */
  advance(origin: string, stamp: number): void {
    this.#reached.set(origin, stamp);
  }

  /** Whether this position is at or past the other one, at each origin. */
  isAtOrPast(other: StreamPosition): boolean {
    if (this.base < other.base) return false;
    return [...other.#reached].every(([origin, stamp]) => this.lastRead(origin) >= stamp);
  }

  copy(): StreamPosition {
    return new StreamPosition(this.base, this.#reached);
  }

  toJSON(): PositionJson {
    return { base: this.base, reached: [...this.#reached] };
  }

  /** Undefined for what is not a position. */
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
