import type { DirectoryEntry } from '../../core/residency/location';
import {
  FINDING_KINDS,
  type ClaimFound,
  type FindingKind,
  type MovingState,
} from '../../core/residency/row-place';
import type { SubjectKey } from '../../core/residency/subject-key';

/** A row or an entry of the directory that the audit reports. */
export interface AuditRecord {
  readonly place: 'moving' | FindingKind;
  /** Name of the table within the store. */
  readonly table: string;
  readonly subject: SubjectKey;
  /** The row; undefined for an entry of the directory. */
  readonly row?: AuditedRow | undefined;
  /** Present entry of the subject; undefined if it has none, or one that is corrupted. */
  readonly entry?: DirectoryEntry | undefined;
  /** Whether the row was deleted after its home got what it lacked; undefined unless repairs were asked for. */
  readonly isRepaired?: boolean | undefined;
}

interface AuditedRow {
  readonly group: string;
  readonly corpus: string;
  readonly placement: string;
  readonly objectId: string;
  readonly key: Buffer;
  /** Claim of the mover that last changed the row. */
  readonly claim: ClaimFound;
  /** Other placements that have a row of the object in this corpus. Empty while the object moves. */
  readonly alsoIn: readonly string[];
}

/** Totals of an audit. */
export interface AuditTally {
  /** Rows that were compared with the directory. */
  rows: number;
  /** Rows among them that are in a placement of a move that is under way. */
  rowsMoving: number;
  /** Entries of the directory that were checked. */
  entries: number;
  /** Subjects that are moving, by state. */
  readonly moving: Record<MovingState, number>;
  /** Time of the oldest change of an entry whose move is under way, as Unix time in milliseconds. */
  oldestMoveAtMs?: number | undefined;
  /** Time at which the last move, completed or cancelled, ended in a placement: Unix time in milliseconds. */
  readonly lastMoveEndedAtMs: Record<string, number>;
  readonly findings: Record<FindingKind, number>;
  /** Findings among them that were repaired. */
  repaired: number;
}

export function emptyAuditTally(): AuditTally {
  return {
    rows: 0,
    rowsMoving: 0,
    entries: 0,
    moving: { preparing: 0, overlaid: 0, settled: 0 },
    lastMoveEndedAtMs: {},
    findings: {
      orphaned: 0,
      unknown: 0,
      'unknown-placement': 0,
      'corrupted-entry': 0,
      'contradictory-claim': 0,
    },
    repaired: 0,
  };
}

/** Returns the number of findings of all kinds. */
export const findingsOf = ({ findings }: AuditTally): number =>
  FINDING_KINDS.reduce((sum, kind) => sum + findings[kind], 0);

/** Adds an entry of the directory to the totals. */
export function countEntry(tally: AuditTally, entry: DirectoryEntry): void {
  const { state, to, changedAtMs, epoch } = entry;
  if (state !== 'home') {
    tally.moving[state] += 1;
    tally.oldestMoveAtMs = Math.min(tally.oldestMoveAtMs ?? Infinity, changedAtMs);
  } else if (epoch > FIRST_EPOCH) {
    tally.lastMoveEndedAtMs[to] = Math.max(tally.lastMoveEndedAtMs[to] ?? 0, changedAtMs);
  }
}

/** Epoch of subjects that have never moved. */
const FIRST_EPOCH = 1;
