import { AGGREGATORS, encodeInt64 } from '../../../src/local-bigtable/store/aggregator';
import type { GarbageRule } from '../../../src/local-bigtable/store/garbage-rule';
import type { RowOperation } from '../../../src/local-bigtable/store/stored-row';
import type { Family, FamilyDefinition } from '../../../src/local-bigtable/store/stored-table';
import type { Random } from '../../../src/platform/random';
import type { ClusterLocation, LinkConditions } from '../../../src/routing/topology/topology';

/** Random choices for a history. Keys and timestamps are few, so that writes collide. */
export class RandomChoices {
  constructor(readonly random: Random) {}

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('there is nothing to pick from');
    return item;
  }

  /** Returns one of the names with the given relative frequencies. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries<number>(weights) as [Name, number][];
    let left = this.random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    return entries.find(([, weight]) => (left -= weight) < 0)?.[0] ?? entries[0]![0];
  }

  key(): string {
    return this.pick(KEYS);
  }

  place(id: number): ClusterLocation {
    return { id: `c${id}`, region: this.pick(['eu', 'us']), zone: 'z' };
  }

  conditions(order: Pick<LinkConditions, 'reorderRows' | 'reorderWithinRow'>): LinkConditions {
    return {
      delayMs: this.below(80),
      jitterMs: this.pick([0, 0, 20, 200]),
      bytesPerSecond: this.pick([0, 0, 2_000, 100_000]),
      dropRate: this.pick([0, 0, 0.3]),
      retryMs: 1 + this.below(100),
      ...order,
      partitioned: this.chance(0.2),
    };
  }

  operations(families: ReadonlyMap<string, Family>, nowMs: number): RowOperation[] {
    return Array.from({ length: 1 + this.below(4) }, () => this.#operation(families, nowMs));
  }

  gcRule(): GarbageRule {
    const kind = this.weighted({ versions: 3, age: 3, union: 1, intersection: 1 });
    if (kind === 'versions') return { kind, max: 1 + this.below(3) };
    if (kind === 'age') return { kind, maxMs: 1 + this.below(600) };
    return { kind, rules: [this.gcRule(), this.gcRule()] };
  }

  #operation(families: ReadonlyMap<string, Family>, nowMs: number): RowOperation {
    const family = this.pick([...families.values()].filter(({ name }) => name !== COUNTER.family));
    const qualifier = this.pick(['', 'q', 'r']);
    const timestampMs = nowMs - (nowMs % 100) - 100 * this.below(4);
    switch (this.weighted({ put: 14, column: 3, family: 1, row: 1 })) {
      case 'column':
        return { kind: 'delete-column', family: family.key, qualifier, ...this.#span(timestampMs) };
      case 'family':
        return { kind: 'delete-family', family: family.key };
      case 'row':
        return { kind: 'delete-row' };
      case 'put':
    }
    const target = { family: family.key, qualifier, timestampMs };
    const input = encodeInt64(BigInt(this.below(100) - 50));
    return family.aggregator === undefined
      ? { kind: 'set', ...target, value: this.pick(['', 'x', 'yy', 'zzz']) }
      : { kind: 'aggregate', ...target, aggregator: family.aggregator, input };
  }

  /** Returns a span around the timestamp, which is inside or exactly its exclusive end. */
  #span(timestampMs: number): { fromMs: number; toMs: number } {
    const fromMs = this.pick([0, timestampMs - 100, timestampMs]);
    return {
      fromMs,
      toMs: this.pick([fromMs < timestampMs ? timestampMs : Infinity, timestampMs + 1, Infinity]),
    };
  }
}

/** Row that is only changed by read-modify-write increments, at one cluster at a time. */
export const COUNTER = { key: 'counter', family: 'n' } as const;

export const FAMILIES: readonly FamilyDefinition[] = [
  { name: 'a' },
  { name: 'b' },
  { name: COUNTER.family },
  { name: 'max', aggregator: AGGREGATORS.max },
  { name: 'min', aggregator: AGGREGATORS.min },
  { name: 'sum', aggregator: AGGREGATORS.sum },
];

/** Families that histories drop and create again, as plain or aggregate families. */
export const FAMILIES_THAT_GO = ['b', 'sum'] as const;

export const KEYS = ['k', 'k\0', 'k1', 'l', 'l1'] as const;
