import type { EmulatedCluster } from '../../../src/local-bigtable/replication/local-cluster';
import type { Commit } from '../../../src/local-bigtable/replication/commit';
import type { GarbageRule } from '../../../src/local-bigtable/store/garbage-rule';
import type { RowOperation } from '../../../src/local-bigtable/store/stored-row';
import type { Family } from '../../../src/local-bigtable/store/stored-table';

/** Cell as [key of its family, qualifier, timestamp, value]. */
export type PlainCell = readonly [string, string, number, string];

/** Accepted row mutation. */
export interface AcceptedWrite {
  readonly key: string;
  operations: readonly RowOperation[];
  readonly commitMicros: number;
  readonly origin: string;
  readonly version: number;
  /** Absent for a mutation that was applied immediately, because there was only one cluster. */
  readonly commit: Commit | undefined;
}

/**
 * Expected contents of a replicated table, computed from all accepted mutations in the order of their commit
 * timestamps. Shares no code with the table.
 */
export class Model {
  /** Rows that remained after restarts and garbage collection. */
  #base = new Map<string, readonly PlainCell[]>();
  #accepted: AcceptedWrite[] = [];

  get accepted(): readonly AcceptedWrite[] {
    return this.#accepted;
  }

  keys(): string[] {
    return [...new Set([...this.#base.keys(), ...this.#accepted.map(({ key }) => key)])].sort();
  }

  accept(
    accepted: Omit<AcceptedWrite, 'commitMicros'> & { readonly commitMicros: number | undefined },
  ): void {
    // A mutation that was applied immediately comes after all earlier ones and before all later ones.
    const latest = Math.max(0, ...this.#accepted.map(({ commitMicros: stamp }) => stamp));
    this.#accepted.push({ ...accepted, commitMicros: accepted.commitMicros ?? Math.floor(latest) + 0.5 });
  }

  has(accepted: AcceptedWrite, cluster: EmulatedCluster): boolean {
    return accepted.commit === undefined || (accepted.commit.appliedBy & cluster.bit) !== 0;
  }

  /**
   * Returns the row that the cluster must show, garbage included; without a cluster, of all clusters together. With a
   * version, returns the row after a crash that only commits up to that version survive.
   */
  row(key: string, cluster?: EmulatedCluster, upToVersion = Infinity): PlainCell[] {
    const mutations = this.#accepted
      .filter((each) => each.key === key && (cluster === undefined || this.has(each, cluster)))
      .filter(({ version }) => version <= upToVersion)
      .sort(inCommitOrder);
    let cells = [...(this.#base.get(key) ?? [])];
    for (const { operations } of mutations) for (const each of operations) cells = applied(cells, each);
    return cells.sort(inOrder);
  }

  dropRows(prefix: string): void {
    this.#accepted = this.#accepted.filter(({ key }) => !key.startsWith(prefix));
    for (const key of this.#base.keys()) if (key.startsWith(prefix)) this.#base.delete(key);
  }

  dropFamily(dropped: string): void {
    for (const each of this.#accepted) {
      each.operations = each.operations.filter((one) => !('family' in one) || one.family !== dropped);
    }
    for (const [key, cells] of this.#base) {
      this.#base.set(
        key,
        cells.filter(([family]) => family !== dropped),
      );
    }
  }

  /** Removes the garbage of rows that are equal at all clusters. */
  collect(families: ReadonlyMap<string, Family>, clusters: readonly EmulatedCluster[], nowMs: number): void {
    for (const key of this.keys()) {
      const ofRow = this.#accepted.filter((each) => each.key === key);
      if (!ofRow.every((each) => clusters.every((cluster) => this.has(each, cluster)))) continue;
      this.#base.set(key, visible(this.row(key), families, nowMs));
      this.#accepted = this.#accepted.filter((each) => each.key !== key);
    }
  }

  /** Restarts the server after a crash that only commits up to the version survive. */
  restart(durableVersion: number): void {
    this.#accepted = this.#accepted.filter(({ version }) => version <= durableVersion);
    const rows = this.keys().map((key) => [key, this.row(key)] as const);
    this.#base = new Map(rows);
    this.#accepted = [];
  }
}

function inCommitOrder(a: AcceptedWrite, b: AcceptedWrite): number {
  if (a.commitMicros !== b.commitMicros) return a.commitMicros - b.commitMicros;
  if (a.commit === undefined || a.origin === b.origin) return a.version - b.version;
  return a.origin < b.origin ? -1 : 1;
}

function applied(cells: PlainCell[], operation: RowOperation): PlainCell[] {
  switch (operation.kind) {
    case 'delete-row':
      return [];
    case 'delete-family':
      return cells.filter(([family]) => family !== operation.family);
    case 'delete-column':
      return cells.filter(
        ([family, qualifier, timestampMs]) =>
          family !== operation.family ||
          qualifier !== operation.qualifier ||
          timestampMs < operation.fromMs ||
          timestampMs >= operation.toMs,
      );
    case 'set':
    case 'aggregate':
      return written(cells, operation);
  }
}

function written(cells: PlainCell[], operation: RowOperation & { kind: 'set' | 'aggregate' }): PlainCell[] {
  const { family, qualifier, timestampMs } = operation;
  const isHit = (cell: PlainCell): boolean =>
    cell[0] === family && cell[1] === qualifier && cell[2] === timestampMs;
  const before = cells.find(isHit)?.[3];
  const value = operation.kind === 'set' ? operation.value : merged(before, operation);
  return [...cells.filter((cell) => !isHit(cell)), [family, qualifier, timestampMs, value]];
}

function merged(
  before: string | undefined,
  { aggregator: aggregate, input }: RowOperation & { kind: 'aggregate' },
): string {
  if (before === undefined) return input;
  const [a, b] = [before, input].map((state) => Buffer.from(state, 'latin1').readBigInt64BE(0)) as [
    bigint,
    bigint,
  ];
  const results = { sum: a + b, min: a < b ? a : b, max: a > b ? a : b };
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(results[aggregate.name]);
  return bytes.toString('latin1');
}

function inOrder(a: PlainCell, b: PlainCell): number {
  if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1;
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1;
  return b[2] - a[2];
}

/** Returns the cells that are not garbage, in order. */
export function visible(
  cells: readonly PlainCell[],
  families: ReadonlyMap<string, Family>,
  nowMs: number,
): PlainCell[] {
  return cells.filter((cell) => {
    const rule = [...families.values()].find(({ key }) => key === cell[0])?.gcRule;
    const newer = cells.filter((other) => other[0] === cell[0] && other[1] === cell[1] && other[2] > cell[2]);
    return rule === undefined || !isGarbage(rule, newer.length, nowMs - cell[2]);
  });
}

function isGarbage(rule: GarbageRule, newer: number, ageMs: number): boolean {
  if (rule.kind === 'versions') return newer + 1 > rule.max;
  if (rule.kind === 'age') return ageMs > rule.maxMs;
  const parts = rule.rules.map((part) => isGarbage(part, newer, ageMs));
  return rule.kind === 'union' ? parts.includes(true) : !parts.includes(false);
}
