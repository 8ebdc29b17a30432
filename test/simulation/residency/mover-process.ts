import { RESERVATION_FAMILY } from '../../../src/core/caps/reservation-family';
import { deleteFromColumn } from '../../../src/bigtable/write/mutations';
import type { RowMutations } from '../../../src/bigtable/client/types';
import type { Location, LocationState } from '../../../src/core/residency/location';
import { decodeFence } from '../../../src/core/residency/stored-location';
import { LOCATION_FAMILY } from '../../../src/core/residency/location-family';
import { isDeleteMarker } from '../../../src/core/objects/delete-markers';
import { fenceTable, placedTable } from '../../../src/core/residency/placement-rules';
import type { SubjectKey } from '../../../src/core/residency/subject-key';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { rowKey } from '../../../src/core/rows/row-key';
import { DEFAULTS } from '../../../src/config/defaults';
import { sleep } from '../../../src/platform/time/clock';
import type { TransactionObserver } from '../../../src/routing/clients/timed-clients';
import { MovePace } from '../../../src/residency/mover/move-pace';
import { Mover } from '../../../src/residency/mover/mover';
import type { WavePlan } from '../../../src/residency/mover/plan-moves';
import type { AwaitReplication, MoverDependencies } from '../../../src/residency/mover/mover-dependencies';
import type { Residency } from '../../../src/residency/residency';
import { OBJECTS } from '../consistency/world';
import { guarded } from './guards';
import type { MachineClock } from './machine-clock';
import { openLocations, type ProcessOptions } from './placed-process';
import { openTables, type TableAccess } from './table-access';
import { CORPUS, GROUP, PLACEMENTS, type CorpusName, type PlacementName, type World } from './world';

const CALL = { timeoutMs: 3_000 };
/** Time of a call of the admin API, and between two looks whether a token is consistent, in milliseconds. */
const TOKEN_CALL_MS = 30;
const TOKEN_POLL_MS = 100;

export interface MoverWork {
  /** Smallest number of records that the feed keeps. */
  readonly feedRecordsMin: number;
  /** Called when the entries of a wave have a new state, and processes that follow the feed do not know yet. */
  readonly beforeFences: (machine: MachineClock, state: LocationState) => Promise<void>;
}

/** A process with the production mover and its pace, on a machine of its own. */
export class MoverProcess {
  readonly mover: Mover;
  readonly residency: Residency;
  readonly #options: ProcessOptions;
  readonly #serving: TableAccess;
  readonly #batch: TableAccess;
  readonly #work: MoverWork;
  readonly #killed = new AbortController();

  constructor(options: ProcessOptions, work: MoverWork) {
    this.#work = work;
    const pace = new MovePace({
      clock: options.machine,
      limits: DEFAULTS.moves.pace,
      isServingSlow: () => false,
    });
    const onTransaction: TransactionObserver = ({ id }, durationMs) => pace.onTransaction(id, durationMs);
    const { tables, residency } = openLocations({ ...options, onTransaction });
    this.#options = options;
    this.#serving = tables;
    this.#batch = openTables('batch', { ...options, ...options.settings, onTransaction });
    this.residency = residency;
    this.mover = new Mover({ ...this.#dependencies(), pace });
  }

  /** Aborts when the process is killed. */
  get signal(): AbortSignal {
    return this.#killed.signal;
  }

  get machine(): ProcessOptions['machine'] {
    return this.#options.machine;
  }

  /** Returns the subject's key in the directory. */
  keyOf(id: string): SubjectKey {
    const { subjects } = this.residency;
    return subjects.of(subjects.groupOf(CORPUS)!, rowKey(id))!.key;
  }

  /** Plans the move of those subjects that are at rest in the other placement. */
  async plan(ids: readonly string[], to: PlacementName): Promise<readonly WavePlan[]> {
    const subjects = ids.map((id) => ({ key: this.keyOf(id), rowKey: rowKey(id) }));
    const request = { group: GROUP, to, reason: 'explicit', subjects } as const;
    return (await this.mover.plan(request, { signal: this.signal })).waves;
  }

  /** Removes the delete markers of a row, whatever they hide. */
  async dropMarkers(corpus: CorpusName, id: string, placement: string): Promise<void> {
    const { reader, routing } = this.#batch;
    const table = placedTable(this.residency.subjects.groupOf(corpus)!, corpus, placement);
    const key = rowKey(id);
    const { row } = await reader.readRow({ table, key, filter: { passAllFilter: true } }, EVENTUAL, CALL);
    const markers = (row?.cells ?? []).filter(({ qualifier }) => isDeleteMarker(qualifier));
    const mutations = markers.map(({ qualifier }) => deleteFromColumn(OBJECTS, qualifier));
    const [cluster] = routing.router.forWrite(table, key);
    if (mutations.length > 0) await routing.clients.of(cluster!).mutateRow(table, { key, mutations }, CALL);
  }

  /** Kills the process. What it has sent stays in flight. */
  async kill(): Promise<void> {
    this.#killed.abort();
    await this.#options.transport.close();
    await Promise.all([this.#serving.routing.close(), this.#batch.routing.close()]);
  }

  #dependencies(): MoverDependencies {
    const { world, machine, random, settings } = this.#options;
    const { guards, leaseMs } = settings;
    const [serving, batch] = [this.#serving, this.#batch];
    return {
      rules: () => world.topology.placements!,
      missingForMoves: () => undefined,
      corpusOf: (corpus) => ({
        markedFamilies: new Set([OBJECTS]),
        takesReservations: corpus === CORPUS,
        voidedBy: () => () => -1,
      }),
      directory: this.residency.directory,
      feed: this.residency.feed,
      reader: batch.reader,
      writer: {
        mutateRows: async (table, rows, call) => {
          const [fence] = FENCE_TABLES.has(table) ? rows.map(fenceIn) : [];
          if (fence !== undefined) await this.#work.beforeFences(machine, fence.state);
          return batch.writer.mutateRows(table, rows, call);
        },
      },
      scanner: batch.scanner,
      transactions: batch.transactionsOf(LOCATION_FAMILY),
      reservations: guarded.transactions(guards, serving.transactionsOf(RESERVATION_FAMILY)),
      presence: async (table, keys, call) =>
        new Map([
          ...(await serving.presence(table, keys, call)),
          ...(await batch.presence(table, keys, call)),
        ]),
      awaitReplication: guarded.replication(guards, awaitReplicationIn(world, machine)),
      clock: machine,
      random,
      limits: { ...LIMITS, leaseMs, feedRecordsMin: this.#work.feedRecordsMin },
    };
  }
}

const fenceIn = ({ mutations }: RowMutations): Location =>
  decodeFence(Buffer.from((mutations[0]!.setCell!.value ?? '') as Uint8Array));

const FENCE_TABLES = new Set<string>(PLACEMENTS.map(fenceTable));

const LIMITS = {
  entriesInFlight: 4,
  rowsInFlight: 4,
  rowsPerCallMax: 3,
  largeRowBytes: 1_000_000,
  chunkCellsMax: 4,
  chunkBytesMax: 10_000,
  waveBytesMax: 10_000,
  purgeRoundsMax: 10,
  callTimeoutMs: 1_000,
  retryTimeoutMs: 20_000,
  retryInitialDelayMs: 50,
  retryMaxDelayMs: 500,
};

/** Bigtable's consistency tokens, as the replicas of the core show them. */
function awaitReplicationIn(world: World, machine: ProcessOptions['machine']): AwaitReplication {
  return async (tables, { signal }) => {
    await Promise.all(
      tables.map(async (table) => {
        await sleep(machine, TOKEN_CALL_MS, signal);
        const { replicated } = world.tableOf(table);
        const version = world.core.dependencies.commits.latestVersion;
        await sleep(machine, TOKEN_CALL_MS, signal);
        while (!replicated.isReplicatedUpTo(version)) await sleep(machine, TOKEN_POLL_MS, signal);
      }),
    );
  };
}
