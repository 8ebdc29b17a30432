/** Advances the markers of the tables of users, and certifies restored ones after a replay: docs/decisions/0013-privacy.md. */
import type { CallOptions, Mutation } from '../../bigtable/client/types';
import { deleteFromColumn, setCell } from '../../bigtable/write/mutations';
import { LEDGER_FAMILY, LEDGER_TABLE } from '../../core/privacy/ledger-table';
import { PRIVACY_FAMILY } from '../../core/privacy/privacy-family';
import {
  encodeMarker,
  incarnationStateOf,
  isReplayed,
  ledgerColumn,
  ledgerMarkerKey,
  MARKER_COLUMN,
  MARKER_KEY,
  shareColumn,
  type TableIncarnation,
  type TableMarker,
} from '../../core/privacy/table-incarnation';
import { maxOf } from '../../core/shared/lists';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import type { Clock } from '../../platform/time/clock';
import type { Writer } from '../../consistency/store';
import type { WorkerShare } from '../compaction/key-sections';

export interface CertifyTablesDependencies {
  readonly incarnations: {
    readonly read: (
      table: string,
      options: { readonly needsLedger: boolean },
      call?: CallOptions,
    ) => Promise<TableIncarnation>;
  };
  /** Writer of tables, whatever is placed in them. */
  readonly writer: Pick<Writer, 'mutateRow'>;
  /** Names of the tables of users within the store that this process may process. */
  readonly tables: () => readonly string[];
  /** Resolves when all writes that were acknowledged before are in all clusters of the tables. */
  readonly awaitReplication: (
    tables: readonly string[],
    options: { readonly signal: CancelSignal | undefined },
  ) => Promise<void>;
  readonly clock: Clock;
}

/** Tables by what became of them. */
interface AdvancedTables {
  /** Tables whose marker was set or advanced. */
  readonly advanced: readonly string[];
  /** Tables that were restored and not replayed, so that their marker stays. */
  readonly restored: readonly string[];
}

/** A replay that has begun. */
interface ReplayRun {
  /** Distinguishes replays of one restore from those of a later one that follows a completed replay. */
  readonly id: string;
  /**
   * Records that the share of the rows is done. If those of all workers are, the tables are certified, and processes
   * serve them. Returns the restored tables that wait for other workers.
   */
  complete(call: CallOptions): Promise<readonly string[]>;
}

/** Every call may be repeated, by any process at the same time. Errors: those of reads, writes and consistency tokens. */
export interface CertifyTables {
  /**
   * Advances the markers of all tables that have the ledger's generation, and sets those of tables that never had one. A
   * backup from before is recognised from then on. The ledger gets a generation only when all clusters have it.
   */
  advance(call: CallOptions): Promise<AdvancedTables>;
  /** Begins a replay, before the ledger is read. */
  beginReplay(share: WorkerShare, call: CallOptions): Promise<ReplayRun>;
}

const MICROS_PER_MS = 1_000;

export function createCertifyTables(dependencies: CertifyTablesDependencies): CertifyTables {
  const { incarnations, tables } = dependencies;
  const readAll = (call: CallOptions): Promise<readonly TableIncarnation[]> =>
    Promise.all(tables().map((table) => incarnations.read(table, { needsLedger: true }, call)));
  return {
    async advance(call) {
      const found = await readAll(call);
      const isRestored = (each: TableIncarnation): boolean => incarnationStateOf(each) === 'restored';
      const current = found.filter((each) => !isRestored(each));
      await setMarkers(dependencies, current, call);
      return { advanced: namesOf(current), restored: namesOf(found.filter(isRestored)) };
    },
    async beginReplay({ index, count }, call) {
      const before = await readAll(call);
      return {
        id: before.map(idOf).join(','),
        async complete(callAtEnd) {
          const shares = before.map(({ table, recorded }) => ({
            table,
            share: { index, count, since: recorded?.generation ?? 0 },
          }));
          for (const { table, share } of shares)
            await setShare(dependencies, { table, column: shareColumn(share) }, callAtEnd);
          // Of two workers that end at once, the later token proves both shares. The tombstones are everywhere, too.
          await dependencies.awaitReplication(namesOf(before), { signal: callAtEnd.signal });
          const after = new Map((await readAll(callAtEnd)).map((each) => [each.table, each]));
          const replayed = shares.flatMap(({ table, share }) => {
            const found = after.get(table);
            return found !== undefined && isReplayed(found, share) ? [found] : [];
          });
          await setMarkers(dependencies, replayed, callAtEnd);
          const certified = namesOf(replayed);
          const others = [...after.values()].filter(({ table }) => !certified.includes(table));
          return namesOf(others.filter((each) => incarnationStateOf(each) === 'restored'));
        },
      };
    },
  };
}

const idOf = ({ table, instance, recorded }: TableIncarnation): string =>
  `${instance}/${table}@${recorded?.generation ?? 0}`;

const namesOf = (tables: readonly Pick<TableIncarnation, 'table'>[]): readonly string[] =>
  tables.map(({ table }) => table);

/** Sets new markers in the tables, and in the ledger once every cluster has them. */
async function setMarkers(
  { writer, awaitReplication, clock }: CertifyTablesDependencies,
  tables: readonly TableIncarnation[],
  call: CallOptions,
): Promise<void> {
  if (tables.length === 0) return;
  const markers = tables.map(({ instance, marker, recorded }): TableMarker => {
    // Not before what another worker has set by a clock that is ahead.
    const generation = maxOf([clock.nowMs(), marker?.generation ?? 0, recorded?.generation ?? 0]);
    return { instance, generation };
  });
  for (const [index, { table, shares }] of tables.entries()) {
    const done = shares.map(({ column, timestampMicros }) => upTo(PRIVACY_FAMILY, column, timestampMicros));
    const marker = { column: MARKER_COLUMN, value: encodeMarker(markers[index]!) };
    const mutations = [...replacing(PRIVACY_FAMILY, marker, markers[index]!.generation), ...done];
    await writer.mutateRow(table, { key: MARKER_KEY, mutations }, call);
  }
  await awaitReplication(namesOf(tables), { signal: call.signal });
  for (const [index, { table }] of tables.entries()) {
    const { instance, generation } = markers[index]!;
    const record = { column: ledgerColumn(instance), value: Buffer.alloc(0) };
    const mutations = replacing(LEDGER_FAMILY, record, generation);
    await writer.mutateRow(LEDGER_TABLE, { key: ledgerMarkerKey(table), mutations }, call);
  }
}

async function setShare(
  { writer, clock }: CertifyTablesDependencies,
  { table, column }: { readonly table: string; readonly column: Buffer },
  call: CallOptions,
): Promise<void> {
  const mutations = [setCell(PRIVACY_FAMILY, column, clock.nowMs() * MICROS_PER_MS, Buffer.alloc(0))];
  await writer.mutateRow(table, { key: MARKER_KEY, mutations }, call);
}

/** Replaces older cells of the column: the families of markers have no garbage collection. */
function replacing(
  family: string,
  { column, value }: { readonly column: Buffer; readonly value: Buffer },
  generation: number,
): readonly Mutation[] {
  const micros = generation * MICROS_PER_MS;
  return [deleteFromColumn(family, column, { endMicros: micros }), setCell(family, column, micros, value)];
}

const upTo = (family: string, column: Buffer, micros: number): Mutation =>
  deleteFromColumn(family, column, { endMicros: micros + MICROS_PER_MS });
