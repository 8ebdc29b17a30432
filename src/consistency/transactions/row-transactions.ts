import { BigtableError, toBigtableError } from '../../bigtable/client/bigtable-error';
import { cellsPerColumnLimit, chain, familyIs, qualifierIs, valueIs } from '../../bigtable/read/filters';
import { deleteFromRow, setCell } from '../../bigtable/write/mutations';
import type { CallOptions, CheckAndMutateRequest, Filter, Mutation } from '../../bigtable/client/types';
import type { ReadEvidence } from '../../core/consistency/consistency';
import { watermarkColumnOf, watermarkOf, WATERMARK_FAMILY } from '../../core/consistency/row-watermark';
import { withoutFamily } from '../../core/rows/row-parts';
import { VERSION_QUALIFIER, type RowVersion } from '../../core/rows/row-version';
import { rowId, tokenOfWrite, tokenOfRead } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import { GrpcStatus } from '../../platform/network/grpc';
import type { Random } from '../../platform/random';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import type { TransactionRouter } from '../../routing/affinity/router';
import { InFlightCommits } from '../write/in-flight-commits';
import { Horizon } from '../read/horizon';
import { withWatermarks } from '../read/lookup-client';
import type { WriteClearance } from '../origins/origin-clearance';
import { mayBeCommitted } from '../write/commit-outcome';
import { rowPathOf } from '../write/row-queues';
import type { RowAnswer, RowRead, WriteReceipt } from '../store';
import { VersionSource } from '../write/version-source';
import { watermarkCell } from '../write/watermark-cell';
import { WriterIds, type WriterState } from '../write/writer-ids';

export interface RowTransactionsOptions<W extends Workload> {
  readonly router: TransactionRouter<W>;
  readonly clients: ClusterClients<W>;
  readonly clock: Clock;
  readonly random: Random;
  /** Family of the row's version and of what the transactions write. */
  readonly family: string;
  /** See `ReaderOptions.replicationLagMaxMs`. */
  readonly replicationLagMaxMs: number;
  /** Absent: every cluster that the router names may take writes. */
  readonly clearance?: WriteClearance | undefined;
}

/** Mutations of a transaction, and the version of the row that they are based on. */
export interface RowChange {
  /** Version of the row as it was read; undefined if it had none. */
  readonly version: RowVersion | undefined;
  readonly mutations: readonly Mutation[];
}

/** `conflict`: another transaction came in between, and nothing was written. */
export type CommitOutcome = CommittedRow | 'conflict';

interface CommittedRow extends WriteReceipt {
  /** Version of the row now: the next transaction may be based on it without a read. Absent: it is not known. */
  readonly version?: RowVersion | undefined;
}

/**
 * A transaction of one row: read at the cluster that decides about the row, then write there on the condition that no
 * other transaction has written since. There is no failover: it could not exclude what another cluster accepted
 * meanwhile.
 */
export interface RowTransaction {
  /** Reads the present state of the row at that cluster. */
  read(read: Omit<RowRead, 'table' | 'key'>, options: CallOptions): Promise<RowAnswer>;
  /**
   * Writes the change. Throws the error of the call. If its outcome is unknown, the change may still be written, but
   * not after the next transaction of the row: that either reads what was written or prevents it.
   */
  commit(change: RowChange, options: CallOptions): Promise<CommitOutcome>;
}

/** A transaction of a mover, which may also delete the row. */
export interface RemovingTransaction extends RowTransaction {
  /**
   * Like `commit`, but without a watermark: no token names the change, and so no read can require it. For changes that
   * every cluster has, by a consistency token, before a read needs them. Serving clusters could not prove a time that a
   * token sums up for the batch cluster that makes them.
   */
  commitUnmarked(change: RowChange, options: CallOptions): Promise<'committed' | 'conflict'>;
  /**
   * Deletes the whole row, with its version, if it still has the version. Nothing of the row stays in this cluster, so
   * that a later transaction of the row finds none. Throws the error of the call, as `commit` does.
   */
  remove(version: RowVersion, options: CallOptions): Promise<'removed' | 'conflict'>;
}

export interface BeginOptions {
  /** See `RowToWrite.stay`. */
  readonly stay?: number | undefined;
  /** See `WriteOptions.accessLocation`. */
  readonly accessLocation?: string | undefined;
}

export interface RowTransactions {
  /** Throws `transactions_unsupported` if no cluster can decide about the row. */
  begin(table: string, key: Buffer, options?: BeginOptions): RowTransaction;
}

/** Transactions of tables, and not of the corpora that are placed in them. */
export interface TableTransactions extends RowTransactions {
  begin(table: string, key: Buffer, options?: Pick<BeginOptions, 'stay'>): RemovingTransaction;
}

/**
 * Optimistic transactions by CheckAndMutateRow: the predicate is the version that was read, and each change sets
 * another version. Each change carries a watermark, like every write, under a writer id of this process for
 * transactions: of two such writes the later is committed later, because it began after the earlier one had been read.
 *
 * A watermark names the acknowledged write before it. While another commit of the row is in flight it is not known
 * which of the two comes first, so the second one is written under a new id, and starts a chain of its own.
 */
export function createRowTransactions<W extends Workload>(
  options: RowTransactionsOptions<W>,
): TableTransactions {
  const versions = new VersionSource(options.clock);
  const ids = new WriterIds(options.random);
  const horizon = new Horizon(options.replicationLagMaxMs);
  const dependencies = { ...options, versions, ids, horizon, inFlight: new InFlightCommits() };
  return {
    begin(table, key, { stay } = {}) {
      const cluster = options.router.forTransaction(table, key);
      if (cluster === undefined) throw unsupported(table);
      return new ClusterTransaction(dependencies, { cluster, table, key, stay });
    },
  };
}

interface TransactionDependencies<W extends Workload> extends RowTransactionsOptions<W> {
  readonly versions: VersionSource;
  readonly ids: WriterIds;
  readonly inFlight: InFlightCommits;
  readonly horizon: Horizon;
}

interface TransactionTarget<W extends Workload> {
  readonly cluster: Cluster<W>;
  readonly table: string;
  readonly key: Buffer;
  readonly stay: number | undefined;
}

const VERSION_BYTES = 8;

class ClusterTransaction<W extends Workload> implements RemovingTransaction {
  readonly #dependencies: TransactionDependencies<W>;
  readonly #target: TransactionTarget<W>;

  constructor(dependencies: TransactionDependencies<W>, target: TransactionTarget<W>) {
    this.#dependencies = dependencies;
    this.#target = target;
  }

  async read({ filter, bytesMax }: Omit<RowRead, 'table' | 'key'>, options: CallOptions): Promise<RowAnswer> {
    const { table, key, cluster } = this.#target;
    const { clock, horizon } = this.#dependencies;
    const request = {
      table,
      key,
      filter: withWatermarks(filter, horizon.newestFilter(clock.nowMs())),
      bytesMax,
    };
    const found = await this.#dependencies.clients.of(cluster).readRow(request, options);
    const watermark = watermarkOf(found?.cells ?? []);
    const evidence: ReadEvidence = {
      level: 'eventual',
      met: true,
      clusters: [cluster.id],
      tier: 'origin',
      lookups: 1,
      stalenessMs: undefined,
      token: tokenOfRead(watermark, rowId(table, key), clock.nowMs()),
    };
    return { row: found === undefined ? undefined : withoutFamily(found, WATERMARK_FAMILY), evidence };
  }

  async commit({ version, mutations }: RowChange, options: CallOptions): Promise<CommitOutcome> {
    await this.#requireClearance(options);
    const { clock, versions, ids, inFlight } = this.#dependencies;
    const { table, key, cluster } = this.#target;
    const rowPath = rowPathOf(table, key);
    const [versionMs, state] = [versions.next(rowPath), this.#stateOf(rowPath)];
    const next = this.#nextVersion(version);
    const all = [...mutations, this.#versionCell(next), watermarkCell(state, cluster.code, versionMs)];
    inFlight.begin(rowPath);
    try {
      if (!(await this.#mutateAt(version, all, options))) return 'conflict';
    } catch (error) {
      if (error instanceof TidemarkError && mayBeCommitted(error)) ids.retire(rowPath, state.writer);
      throw error;
    } finally {
      inFlight.end(rowPath);
    }
    ids.acknowledge(rowPath, state, { origin: cluster.code, versionMs });
    const column = watermarkColumnOf(cluster.code, state.writer);
    const write = { row: rowId(table, key), column, versionMs, ackedMs: clock.nowMs() };
    return { token: tokenOfWrite(write), cluster: cluster.id, version: next };
  }

  async commitUnmarked(
    { version, mutations }: RowChange,
    options: CallOptions,
  ): Promise<'committed' | 'conflict'> {
    await this.#requireClearance(options);
    const all = [...mutations, this.#versionCell(this.#nextVersion(version))];
    return (await this.#mutateAt(version, all, options)) ? 'committed' : 'conflict';
  }

  async remove(version: RowVersion, options: CallOptions): Promise<'removed' | 'conflict'> {
    return (await this.#mutateAt(version, [deleteFromRow()], options)) ? 'removed' : 'conflict';
  }

  /**
   * Applies the mutations if the row has the version, or none if it is undefined. Returns whether they were applied.
   */
  async #mutateAt(
    version: RowVersion | undefined,
    mutations: readonly Mutation[],
    options: CallOptions,
  ): Promise<boolean> {
    const { clients, family } = this.#dependencies;
    const { table, key, cluster } = this.#target;
    try {
      const request = { table, key, ...onlyAt(family, version, mutations) };
      const matched = await clients.of(cluster).checkAndMutateRow(request, options);
      return matched === (version !== undefined);
    } catch (error) {
      const failure = error instanceof TidemarkError ? error : toBigtableError(error);
      throw rejectsTransactions(failure) ? unsupportedBy(cluster, failure) : failure;
    }
  }

  #stateOf(rowPath: string): WriterState {
    const { ids, inFlight } = this.#dependencies;
    if (inFlight.has(rowPath)) ids.retire(rowPath, ids.currentId(rowPath));
    return ids.snapshot(rowPath, this.#target.stay);
  }

  /** Waits until the cluster is cleared for writes, because no other cluster may decide about the row. */
  async #requireClearance(options: CallOptions): Promise<void> {
    const { clearance } = this.#dependencies;
    const { table, cluster } = this.#target;
    if (clearance === undefined || clearance.isCleared(table, cluster)) return;
    await clearance.whenCleared(table, options, cluster);
    if (clearance.isCleared(table, cluster)) return;
    throw new TidemarkError(
      'no_write_cluster',
      `${cluster.id}, which decides about the row, takes no writes yet: not every other origin has acknowledged its announcement`,
    );
  }

  /** Returns the next version. It is newer than the one that was read, whatever the clocks show: the newest cell is the version. */
  #nextVersion(read: RowVersion | undefined): RowVersion {
    const { clock, random } = this.#dependencies;
    const bytes = Array.from({ length: VERSION_BYTES }, () => Math.floor(random() * 256));
    const atMs = Math.max(clock.nowMs(), (read?.atMs ?? 0) + 1);
    return { text: Buffer.from(bytes).toString('hex'), atMs };
  }

  #versionCell({ text, atMs }: RowVersion): Mutation {
    return setCell(this.#dependencies.family, VERSION_QUALIFIER, atMs * 1_000, Buffer.from(text));
  }
}

/**
 * Returns the row's version as a predicate. It matches if this is the version, or, where there was none, if there is
 * one now.
 */
function onlyAt(
  family: string,
  version: RowVersion | undefined,
  mutations: readonly Mutation[],
): Pick<CheckAndMutateRequest, 'predicate' | 'onMatch' | 'onNoMatch'> {
  const newest: Filter[] = [familyIs(family), qualifierIs(VERSION_QUALIFIER), cellsPerColumnLimit(1)];
  if (version === undefined) return { predicate: chain(...newest), onNoMatch: mutations };
  return { predicate: chain(...newest, valueIs(Buffer.from(version.text, 'latin1'))), onMatch: mutations };
}

/** Whether Bigtable has rejected the transaction because the app profile does not allow any. */
const rejectsTransactions = (failure: TidemarkError): boolean =>
  failure instanceof BigtableError && failure.grpcStatus === GrpcStatus.FAILED_PRECONDITION;

function unsupportedBy({ id, appProfileId }: Cluster, cause: TidemarkError): TidemarkError {
  const profile = appProfileId === '' ? 'the default app profile' : `the app profile ${appProfileId}`;
  const message = `${profile} of ${id} allows no single-row transactions`;
  return new TidemarkError('transactions_unsupported', message, { cause });
}

function unsupported(table: string): TidemarkError {
  return new TidemarkError(
    'transactions_unsupported',
    `no cluster for serving that accepts writes of "${table}" has an app profile with "transactions": true, ` +
      'or none in the region of TIDEMARK_CAPS_REGION',
  );
}
