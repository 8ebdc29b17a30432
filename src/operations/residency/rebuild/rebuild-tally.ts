import type { DirectoryEntry } from '../../../core/residency/location';
import type { RebuiltBy } from '../../../core/residency/rebuilt-location';
import type { SubjectKey } from '../../../core/residency/subject-key';

/** Totals of a rebuild. */
export interface RebuildTally {
  /** Rows, fences and entries that were compared. */
  rows: number;
  fences: number;
  entries: number;
  /** Entries that were created, and that were changed; in a dry run, those that would be. */
  created: number;
  changed: number;
  /** Entries among them by what decided. */
  readonly by: Record<RebuiltBy, number>;
  /** Subjects whose rows are in several placements, so that nothing decides. */
  undecided: number;
  /** Subjects with an entry or a claim that cannot be decoded. */
  corrupted: number;
}

export const emptyRebuildTally = (): RebuildTally => ({
  rows: 0,
  fences: 0,
  entries: 0,
  created: 0,
  changed: 0,
  by: { wave: 0, mover: 0, rows: 0 },
  undecided: 0,
  corrupted: 0,
});

/** A subject that the rebuild reports. */
export interface RebuildRecord {
  readonly kind: 'created' | 'changed' | 'undecided' | 'corrupted';
  readonly subject: SubjectKey;
  /** Undefined where only the subject's name in the directory is known. */
  readonly objectId: string | undefined;
  /** Entry afterwards; in a dry run, the one that there would be. Undefined if it was left as it is. */
  readonly entry: DirectoryEntry | undefined;
  readonly by: RebuiltBy | undefined;
  /** Placements that have rows of the subject. */
  readonly rowsIn: readonly string[];
}
