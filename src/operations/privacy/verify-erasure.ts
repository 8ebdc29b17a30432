/** Reads the rows of erased users at every cluster, and finds what should not be there. */
import {
  columnsOf,
  chain,
  interleave,
  qualifierRange,
  stripValue,
  timestampRange,
} from '../../bigtable/read/filters';
import type { CallOptions, Cell, Filter, Row } from '../../bigtable/client/types';
import { removeEvents } from '../../core/compaction/remove-events';
import type { LargeBlockLimits } from '../../core/compaction/write-block';
import { secondsPrefix } from '../../core/counts/event-range';
import type { ClusterEvidence } from '../../core/privacy/certificate';
import { removableEvents } from '../../core/privacy/hidden-events';
import type { LedgerEntry } from '../../core/privacy/ledger-entry';
import { PRIVACY_FAMILY } from '../../core/privacy/privacy-family';
import type { PrivacyRules } from '../../core/privacy/privacy-rules';
import { remainsOf, type Remains } from '../../core/privacy/remains';
import { EVENTUAL } from '../../core/consistency/consistency';
import { rowKey } from '../../core/rows/row-key';
import { isEventDataType, type Corpus } from '../../core/schema/schema';
import { maxOf } from '../../core/shared/lists';
import type { Clock } from '../../platform/time/clock';
import type { ClusterRows, Reader } from '../../consistency/store';
import type { PersonalTable, SubjectHomes } from './subject-homes';

/** A user whose data should be gone, at rest in these homes. */
export interface ErasedSubject {
  readonly userId: string;
  readonly entry: LedgerEntry;
  readonly homes: SubjectHomes;
}

interface ErasureEvidence {
  readonly evidence: readonly ClusterEvidence[];
  /** Number of cells that should not be there, and of clusters without the tombstones. 0: the user is erased. */
  readonly remains: number;
}

export interface VerifyDependencies {
  /** Reads at every cluster, those for serving and for batch work. */
  readonly clusterRows: ClusterRows;
  /** Reader of corpora that evaluates users' records. */
  readonly reader: Pick<Reader, 'readRow'>;
  readonly rules: PrivacyRules;
  readonly corpora: readonly Corpus[];
  readonly tables: () => readonly PersonalTable[];
  readonly clock: Clock;
  readonly limits: LargeBlockLimits;
}

/**
 * Returns the evidence of each user, in order. Wait for a consistency token before: a cluster must have had the time to
 * apply the deletions. Errors: those of reads.
 */
export type VerifyErasure = (
  subjects: readonly ErasedSubject[],
  call: CallOptions,
) => Promise<readonly ErasureEvidence[]>;

const MICROS_PER_MS = 1_000;

export function createVerifyErasure(dependencies: VerifyDependencies): VerifyErasure {
  const { clusterRows, clock, corpora, tables } = dependencies;
  return async (subjects, call) => {
    const found = subjects.map(() => ({ evidence: [] as ClusterEvidence[], remains: 0 }));
    if (subjects.length === 0) return found;
    // Several entries may be of one user.
    const keys = new Map(subjects.map(({ userId }) => [userId, rowKey(userId)]));
    for (const table of tables()) {
      const corpus = corpora.find(({ name }) => name === table.corpus)!;
      const filter = namesFilter(corpus, subjects);
      const byCluster = await clusterRows({ table: table.table, keys: [...keys.values()], filter }, call);
      for (const [cluster, rows] of byCluster) {
        const checkedAt = new Date(clock.nowMs()).toISOString();
        const byKey = new Map(rows.map((row) => [row.key.toString('base64'), row]));
        for (const [index, subject] of subjects.entries()) {
          const row = byKey.get(keys.get(subject.userId)!.toString('base64'));
          const cells = await remainingAt(dependencies, { table, subject, row }, call);
          found[index]!.remains += cells;
          const { corpus: name, placement } = table;
          found[index]!.evidence.push({ corpus: name, placement, cluster, checkedAt, cells });
        }
      }
    }
    return found;
  };
}

interface RowAtCluster {
  readonly table: PersonalTable;
  readonly subject: ErasedSubject;
  readonly row: Row | undefined;
}

/** Returns the number of cells that should not be there; a missing tombstone counts as one. */
async function remainingAt(
  dependencies: VerifyDependencies,
  { table, subject, row }: RowAtCluster,
  call: CallOptions,
): Promise<number> {
  const { group, placement } = table;
  const isHome = group === undefined || subject.homes.get(group)?.placement === placement;
  // Nothing may be in another placement, not even tombstones: they would be out of place.
  if (!isHome) return row === undefined ? 0 : row.cells.length;
  const rules = dependencies.rules.get(table.corpus)!;
  const remains = remainsOf(rules, subject.entry, row?.cells ?? []);
  const blocks = await hiddenBlocks(dependencies, { table, subject, row }, remains, call);
  return remains.cells + blocks + Number(remains.lacksTombstones);
}

/** Returns the number of blocks with hidden events. The name of a block is a hash of its content, so any cluster may answer. */
async function hiddenBlocks(
  { reader, corpora, limits }: VerifyDependencies,
  { table, subject }: RowAtCluster,
  { blocks }: Remains,
  call: CallOptions,
): Promise<number> {
  let count = 0;
  for (const { family, qualifier } of blocks) {
    const dataType = corpora
      .find(({ name }) => name === table.corpus)!
      .dataTypes.find((each) => each.family === family);
    if (dataType === undefined || !isEventDataType(dataType)) continue;
    const end = Buffer.concat([qualifier, Buffer.of(0)]);
    const filter = qualifierRange({ family, start: qualifier, end });
    const read = { table: table.corpus, key: rowKey(subject.userId), filter, keepsHidden: true };
    const { row, privacy } = await reader.readRow(read, EVENTUAL, call);
    const hidden = removableEvents(privacy, family);
    const cells: readonly Cell[] = row?.cells ?? [];
    const { removed, skipped } = removeEvents(cells, dataType.events, { hidden, limits });
    count += removed.length + skipped.length;
  }
  return count;
}

/**
 * Passes the names of all that may have to go, and of the record: data up to the latest tombstone of the users, and the
 * columns of events until then, with the blocks that go on after it.
 */
function namesFilter({ dataTypes }: Corpus, subjects: readonly ErasedSubject[]): Filter {
  const upToMs = maxOf(
    subjects.map(({ entry: { times } }) => Math.max(times?.eventsUpToMs ?? 0, times?.objectsUpToMs ?? 0)),
  );
  const end = secondsPrefix(Math.floor(upToMs / 1_000) + 1);
  const names = [
    chain({ familyNameRegexFilter: '[^_].*' }, timestampRange(undefined, (upToMs + 1) * MICROS_PER_MS)),
    ...dataTypes.filter(isEventDataType).map(({ family }) => qualifierRange({ family, end })),
    { familyNameRegexFilter: '_rsv' },
    columnsOf(PRIVACY_FAMILY),
  ];
  return chain(interleave(...names), stripValue());
}
