import type { EmulatedCluster } from '../../../src/local-bigtable/replication/local-cluster';
import type { Link } from '../../../src/local-bigtable/replication/link';
import type { Replica } from '../../../src/local-bigtable/replication/replica';
import type { CommitQueue } from '../../../src/local-bigtable/storage/commit-queue';
import type { StoredCell } from '../../../src/local-bigtable/store/stored-cell';
import type { StoredRow } from '../../../src/local-bigtable/store/stored-row';
import type { LinkConditions } from '../../../src/routing/topology/topology';
import { Violation } from '../harness';
import { COUNTER } from './random-choices';
import { type AcceptedWrite, type Model, type PlainCell, visible } from './model';
import type { Disk } from './simulated-storage';
import type { World } from './world';

export function must(isTrue: boolean, message: () => string): void {
  if (!isTrue) throw new Violation(message());
}

/**
 * Checks that a replica shows exactly the result of its mutations, complete rows at all times, in scans and in point
 * reads.
 */
export function checkReplica(world: World, model: Model, cluster: EmulatedCluster): void {
  const replica = world.replica(cluster);
  const expected = model
    .keys()
    .map((key) => [key, model.row(key, cluster)] as const)
    .filter(([, cells]) => cells.length > 0);
  for (const reversed of [false, true]) {
    const rows = [...replica.scan(ALL, reversed)].map((row) => [row.key, plain(row.cells)] as const);
    if (reversed) rows.reverse();
    same(rows, expected, `what ${cluster.id} shows`);
  }
  for (const key of model.keys()) {
    const row = replica.row(key);
    if (row !== undefined) checkVersion(row);
    const cells = model.row(key, cluster);
    same(row === undefined ? [] : plain(row.cells), cells, `row "${key}" at ${cluster.id}`);
    checkWait({ commits: world.commits, replica }, model, { cluster, key, cells });
    const shown = visible(cells, world.families, cluster.nowMs());
    same(plain(replica.cells(row)), shown, `row "${key}" without garbage at ${cluster.id}`);
  }
}

/** Checks that a row with the same version has the same cells, because caches compare versions. */
function checkVersion(row: StoredRow): void {
  const cells = JSON.stringify(plain(row.cells));
  const last = seen.get(row);
  must(
    last?.version !== row.version || last.cells === cells,
    () => `row "${row.key}" changed within a version`,
  );
  seen.set(row, { version: row.version, cells });
}

const seen = new WeakMap<StoredRow, { readonly version: number; readonly cells: string }>();

/** Checks that visible data is durable, or becomes so with the version that the answer waits for. */
function checkWait(
  { commits, replica }: { commits: CommitQueue; replica: Replica },
  model: Model,
  {
    cluster,
    key,
    cells,
  }: { readonly cluster: EmulatedCluster; readonly key: string; readonly cells: readonly PlainCell[] },
): void {
  const waitsFor = Math.max(replica.row(key)?.version ?? 0, replica.removedVersion);
  const durable = (version: number): boolean => commits.whenCommitted(version) === undefined;
  const safe = model.accepted
    .map(({ version }) => version)
    .filter((version) => version <= waitsFor || durable(version));
  same(model.row(key, cluster, Math.max(0, ...safe)), cells, `what ${cluster.id} may show of row "${key}"`);
}

/** Checks that each origin's mutations arrive in order, or in order per row where rows may overtake each other. */
export function checkOrder(
  world: World,
  model: Model,
  { reorderRows, reorderWithinRow }: Pick<LinkConditions, 'reorderRows' | 'reorderWithinRow'>,
): void {
  if (reorderWithinRow) return;
  for (const { from, to } of world.links) {
    const missing = new Set<string>();
    const sent = model.accepted.filter(({ origin }) => origin === from.id);
    for (const each of [...sent].sort((a, b) => a.commitMicros - b.commitMicros)) {
      const order = reorderRows ? each.key : '';
      if (!model.has(each, to)) missing.add(order);
      else
        must(
          !missing.has(order),
          () => `${to.id} has ${each.commitMicros} of ${from.id}, but not one before it`,
        );
    }
  }
}

/** Checks that every cluster that reports to have everything up to a timestamp has it. */
export function checkWatermarks(world: World, model: Model): void {
  for (const link of world.links) {
    const upTo = link.deliveredUpTo;
    const lacking = model.accepted.find(
      (each) => each.origin === link.from.id && each.commitMicros <= upTo && !model.has(each, link.to),
    );
    must(
      lacking === undefined,
      () => `${nameOf(link)} claims all up to ${upTo}, but lacks ${lacking?.commitMicros}`,
    );
  }
}

/** Checks that the counter equals the number of its increments: each one read what all earlier ones had written. */
export function checkCounter(world: World, increments: number): void {
  const cells = world.table.base.row(COUNTER.key)?.cells ?? [];
  const count = Number(cells[0]?.value ?? 0);
  must(count === increments, () => `the counter is ${count} after ${increments} increments`);
}

/** Checks that everything has arrived: nothing is left over, and all replicas and the disk contain all mutations. */
export function checkQuiescence(world: World, model: Model, disk: Disk | undefined): void {
  must(world.table.pendingRows === 0, () => `${world.table.pendingRows} rows are still pending`);
  must(world.instance.backlogBytes === 0, () => `${world.instance.backlogBytes} bytes are still reserved`);
  for (const link of world.links) must(link.backlog === 0, () => `${nameOf(link)} still has a backlog`);
  for (const each of model.accepted) {
    must(
      world.clusters.every((one) => model.has(each, one)),
      () => `${each.commitMicros} is not everywhere`,
    );
  }
  const expected = model
    .keys()
    .map((key) => [key, model.row(key)] as const)
    .filter(([, cells]) => cells.length > 0);
  const settled = [...world.table.base.scan(ALL)].map((row) => [row.key, plain(row.cells)] as const);
  same(settled, expected, 'the settled copy');
  if (disk === undefined) return;
  must(disk.log.size === 0, () => `${disk.log.size} commits are still in the log`);
  const stored = expected.flatMap(([key, cells]) =>
    cells.map((cell) => JSON.stringify([key, ...cell.slice(0, 3)])),
  );
  same([...disk.cells.keys()].sort(), stored.sort(), 'the disk');
}

/** Checks that nothing passes a blocked link. */
export class ArrivalCheck {
  #missing: { readonly link: Link; readonly upTo: number; readonly accepted: readonly AcceptedWrite[] }[] =
    [];

  /** Must be called before time passes. */
  before(world: World, model: Model): void {
    this.#missing = world.links
      .filter((link) => link.conditions.partitioned || link.from.stopped || link.to.stopped)
      .map((link) => ({
        link,
        upTo: link.deliveredUpTo,
        accepted: model.accepted.filter((each) => each.origin === link.from.id && !model.has(each, link.to)),
      }));
  }

  after(model: Model): void {
    for (const { link, upTo, accepted } of this.#missing) {
      must(
        link.deliveredUpTo <= upTo,
        () => `${link.to.id} learns of progress over ${nameOf(link)}, which is cut`,
      );
      const arrived = accepted.find((each) => model.accepted.includes(each) && model.has(each, link.to));
      must(arrived === undefined, () => `${arrived?.commitMicros} passed ${nameOf(link)}, which is cut`);
    }
  }
}

const nameOf = ({ from, to }: Link): string => `the link from ${from.id} to ${to.id}`;

const plain = (cells: readonly StoredCell[]): PlainCell[] =>
  cells.map(({ family, qualifier, timestampMs, value }) => [family, qualifier, timestampMs, value]);

/** Reports surplus and missing items only, because whole tables would not fit on a screen. */
function same(actual: readonly unknown[], expected: readonly unknown[], what: string): void {
  const [is, should] = [actual, expected].map((items) => items.map((item) => JSON.stringify(item))) as [
    string[],
    string[],
  ];
  if (is.length === should.length && is.every((item, index) => item === should[index])) return;
  const tooMuch = is.filter((item) => !should.includes(item));
  const missing = should.filter((item) => !is.includes(item));
  throw new Violation(`${what}: has\n  ${tooMuch.join('\n  ')}\nand not\n  ${missing.join('\n  ')}`);
}

const ALL = { start: '', end: undefined } as const;
