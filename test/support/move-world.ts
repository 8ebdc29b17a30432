/** A store with placements whose clusters are near each other, and movers that wait briefly. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectTableAdmin } from '../../src/bigtable/client/connect';
import { openServingAndBatch, tableAdmins } from '../../src/cli/shared/connection';
import { loadConfig, type Config } from '../../src/config/index';
import { DEFAULTS } from '../../src/config/defaults';
import { createMover, type CreateMoverDependencies } from '../../src/operations/residency/create-mover';
import { Resources } from '../../src/platform/tasks/resources';
import { systemClock } from '../../src/platform/time/clock';
import { systemRandom } from '../../src/platform/random';
import { missingForMoves } from '../../src/routing/topology/missing-for-moves';
import { MovePace } from '../../src/residency/mover/move-pace';
import type { Mover } from '../../src/residency/mover/mover';
import type { Residency } from '../../src/residency/residency';
import type { Store } from '../../src/store/open-store';
import type { CrashingProcess } from './crashing';

const EXAMPLE = join(__dirname, '../../infra/examples/topologies/residency.json');

/** The example of the docs, without delays between regions. */
export function nearTopology(): object {
  const topology = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as {
    links: readonly { delayMs: number; jitterMs: number }[];
  };
  return { ...topology, links: topology.links.map((link) => ({ ...link, delayMs: 0, jitterMs: 0 })) };
}

/** Lease of all processes of a test, in milliseconds. */
const LEASE_MS = 100;

/** Time limit of reads that the first requests of a process wait for: a busy machine is slow. */
const FIRST_READ_TIMEOUT_MS = 20_000;

/** Returns the configuration of a process, which follows the feed of moves quickly. */
export function moveConfig(env: NodeJS.ProcessEnv): Config {
  const { directory, privacy, ...config } = loadConfig(env);
  const pollTimeoutMs = FIRST_READ_TIMEOUT_MS;
  return {
    ...config,
    directory: { ...directory, leaseMs: LEASE_MS, pollIntervalMs: 20, pollTimeoutMs },
    privacy: { ...privacy, markerTimeoutMs: FIRST_READ_TIMEOUT_MS },
  };
}

/** Pace of a mover of a test, which does not follow the slowness of a busy machine. */
const PACE = { ...DEFAULTS.moves.pace, callsMin: 8 };

interface TestMoverOptions {
  readonly limits?: Partial<CreateMoverDependencies['limits']>;
  /** Replaces the mover's dependencies. */
  readonly wrap?: (dependencies: CreateMoverDependencies) => CreateMoverDependencies;
}

/** Stores of a process that moves users. */
export interface MoverStores {
  readonly store: Store;
  readonly residency: Residency;
  /** Returns a mover that uses the stores. */
  readonly moverOf: (options?: TestMoverOptions) => Mover;
  readonly close: () => Promise<void>;
}

export function openMoverStores(config: Config): MoverStores {
  const resources = new Resources();
  const { schema, serving, batch } = openServingAndBatch(config, { resources });
  const connection = resources.add(connectTableAdmin(config.bigtable), (each) => each.close());
  const residency = serving.residency!;
  const { topology } = serving;
  const moverOf = ({ limits, wrap = (same) => same }: TestMoverOptions = {}): Mover =>
    createMover(
      wrap({
        residency,
        serving: serving.tables,
        batch: batch.tables,
        adminOf: tableAdmins(connection, () => topology),
        corpora: schema.corpora(),
        privacy: serving.privacy,
        missingForMoves: (name) => missingForMoves(topology, topology.placements!.placements.get(name)!),
        clock: systemClock,
        random: systemRandom,
        pace: new MovePace({ clock: systemClock, limits: PACE, isServingSlow: () => false }),
        limits: {
          ...DEFAULTS.moves,
          ...DEFAULTS.announcements,
          leaseMs: LEASE_MS,
          consistencyPollMs: 5,
          ...limits,
        },
      }),
    );
  return { store: serving, residency, moverOf, close: () => resources.release() };
}

/** Returns dependencies of a mover whose remote calls may crash. */
export function crashingAt(
  process: CrashingProcess,
  dependencies: CreateMoverDependencies,
): CreateMoverDependencies {
  const { residency, serving, batch, adminOf } = dependencies;
  const tables = (of: CreateMoverDependencies['batch']): CreateMoverDependencies['batch'] => ({
    ...of,
    reader: process.wrap(of.reader, ['readRow']),
    writer: process.wrap(of.writer, ['mutateRows']),
    presence: process.call(of.presence),
    transactionsOf: (family) => {
      const transactions = of.transactionsOf(family);
      return {
        begin: (table, key) =>
          process.wrap(transactions.begin(table, key), ['read', 'commit', 'commitUnmarked', 'remove']),
      };
    },
  });
  return {
    ...dependencies,
    serving: tables(serving),
    batch: tables(batch),
    residency: {
      ...residency,
      directory: process.wrap(residency.directory, ['change', 'present', 'nearestOfAll']),
      feed: process.wrap(residency.feed, ['read', 'append', 'trim']),
    },
    adminOf: (table) => process.wrap(adminOf(table), ['generateConsistencyToken', 'checkConsistency']),
  };
}
