import type { BackupState, TableRetention } from '../../../bigtable/admin/table-admin-client';
import type { CallOptions } from '../../../bigtable/client/types';
import type { ErasureResidue } from '../../../core/privacy/certificate';
import type { SketchDeclaration } from '../../../core/schema/schema';
import { maxOf } from '../../../core/shared/lists';
import { TidemarkError } from '../../../errors';
import type { Clock } from '../../../platform/time/clock';
import { COMPACTION_MAX_MS } from '../../residency/residues';
import type { PersonalTable } from '../subject-homes';

/** The methods of the admin of an instance that report what it keeps. */
interface ResidueAdmin {
  getRetention(table: string, call?: CallOptions): Promise<TableRetention | undefined>;
  listBackups(call?: CallOptions): Promise<readonly BackupState[]>;
}

export interface ErasureResiduesDependencies {
  readonly tables: () => readonly PersonalTable[];
  /** Returns the admin of the instance that has the table, and the id of the instance. */
  readonly adminOf: (table: string) => { readonly admin: ResidueAdmin; readonly instance: string };
  readonly sketches: readonly Pick<SketchDeclaration, 'corpus' | 'family' | 'retention'>[];
  readonly clock: Clock;
  readonly limits: {
    /** Time for which the retention and the backups of a table are remembered, in milliseconds. */
    readonly residuesCachedMs: number;
  };
}

/** Data that one table keeps besides its rows. */
interface KeptByTable {
  readonly changeStreamMs: number | undefined | 'unknown';
  readonly backups: readonly BackupState[] | 'unknown';
}

/** Returns what finds the data of a user that erasures do not reach, with its end where that is known. */
export function createErasureResidues(
  dependencies: ErasureResiduesDependencies,
): (erasedAtMs: number, call: CallOptions) => Promise<readonly ErasureResidue[]> {
  const { tables, clock, limits, sketches } = dependencies;
  const known = new Map<string, { readonly atMs: number; readonly kept: Promise<KeptByTable> }>();
  const keptBy = (table: PersonalTable, call: CallOptions): Promise<KeptByTable> => {
    const cached = known.get(table.table);
    if (cached !== undefined && clock.monotonicMs() - cached.atMs < limits.residuesCachedMs)
      return cached.kept;
    const kept = readKept(dependencies, table, call);
    known.set(table.table, { atMs: clock.monotonicMs(), kept });
    return kept;
  };
  return async (erasedAtMs, call) => {
    const ofTables = await Promise.all(
      tables().map(async (table) => ofTable(table, await keptBy(table, call), erasedAtMs)),
    );
    return [...ofTables.flat(), ...sketches.map((sketch) => ofSketch(sketch, erasedAtMs)), ...OUTSIDE];
  };
}

async function readKept(
  { adminOf }: ErasureResiduesDependencies,
  { table, corpus }: PersonalTable,
  call: CallOptions,
): Promise<KeptByTable> {
  const { admin, instance } = adminOf(table);
  const [retention, backups] = await Promise.all([
    orUnknown(admin.getRetention(table, call)),
    orUnknown(admin.listBackups(call)),
  ]);
  const end = `/instances/${instance}/tables/${corpus}`;
  return {
    changeStreamMs: retention === 'unknown' ? retention : retention?.changeStreamMs,
    backups: backups === 'unknown' ? backups : backups.filter(({ sourceTable }) => sourceTable.endsWith(end)),
  };
}

/** An emulator or a caller without the permission cannot list them: then the certificate has them without an end. */
async function orUnknown<T>(read: Promise<T>): Promise<T | 'unknown'> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof TidemarkError) return 'unknown';
    throw error;
  }
}

function ofTable(
  { corpus, placement }: PersonalTable,
  { changeStreamMs, backups }: KeptByTable,
  erasedAtMs: number,
): readonly ErasureResidue[] {
  const where = placement === undefined ? corpus : `${corpus} in ${placement}`;
  const residues: ErasureResidue[] = [
    {
      kind: 'tombstones',
      where,
      rule:
        'the id of the user as the key of an otherwise empty row, and the times of the erasure: they hide what arrives late, ' +
        'and are used for nothing else',
    },
    {
      kind: 'deleted-cells',
      where,
      rule: 'Bigtable removes deleted cells from its disks within a week',
      until: isoOf(erasedAtMs + COMPACTION_MAX_MS),
    },
  ];
  if (changeStreamMs === 'unknown')
    residues.push({
      kind: 'change-stream',
      where,
      rule: 'for the retention of the change stream: 7 days at most',
    });
  else if (changeStreamMs !== undefined)
    residues.push({
      kind: 'change-stream',
      where,
      rule: 'for the retention of the change stream',
      until: isoOf(erasedAtMs + changeStreamMs),
    });
  const rule = 'until the backups from before the erasure have expired; replay the ledger after a restore';
  const earlier = backups === 'unknown' ? [] : backups.filter(({ startedAtMs }) => startedAtMs <= erasedAtMs);
  if (backups === 'unknown') residues.push({ kind: 'backups', where, rule });
  else if (earlier.length > 0)
    residues.push({
      kind: 'backups',
      where,
      rule,
      until: isoOf(maxOf(earlier.map((each) => each.expiresAtMs))),
    });
  return residues;
}

function ofSketch(
  { corpus, family, retention: { maxAgeMs } }: Pick<SketchDeclaration, 'corpus' | 'family' | 'retention'>,
  erasedAtMs: number,
): ErasureResidue {
  return {
    kind: 'sketches',
    where: `${family} in ${corpus}`,
    rule:
      'hashes of users and events while a count is exact, and afterwards registers that identify no user, also of events ' +
      'that arrive late; for the retention of the counts',
    until: maxAgeMs === undefined ? undefined : isoOf(erasedAtMs + maxAgeMs),
  };
}

/** Data outside of the store, whose end Tidemark does not know. */
const OUTSIDE: readonly ErasureResidue[] = [
  {
    kind: 'messages',
    where: 'Pub/Sub',
    rule: 'for the retention of topics and subscriptions: 31 days at most; what arrives later is hidden and swept',
  },
  {
    kind: 'dead-letters',
    where: 'Pub/Sub',
    rule: 'until they are replayed, or for the retention of their subscription: 31 days at most',
  },
  { kind: 'logs', where: 'logs and traces', rule: 'for the retention of the log storage' },
  {
    kind: 'files',
    where: 'exports, rejected records and checkpoints',
    rule: 'until they are deleted: Tidemark does not know where they are',
  },
];

const isoOf = (ms: number): string => new Date(ms).toISOString();
