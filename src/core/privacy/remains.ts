/** Finds what should not be in a row any more after an erasure or a withdrawal. */
import { isBlockQualifier } from '../blocks/block-column';
import { mayHaveHidden } from '../compaction/remove-events';
import { RESERVATION_FAMILY } from '../caps/reservation-family';
import { areCovered, erasedTimesOf } from './erasure-times';
import { removableEvents } from './hidden-events';
import type { LedgerEntry } from './ledger-entry';
import { parsePrivacyColumn, PRIVACY_FAMILY } from './privacy-family';
import type { PersonalCorpus } from './privacy-rules';
import { RowPrivacy } from './row-privacy';
import { readSubjectRecord } from './subject-record';

interface StoredCell {
  readonly family: string;
  readonly qualifier: Buffer;
  readonly timestampMicros: number;
}

/** Cells of a user's row at one cluster, without those that may stay. */
export interface Remains {
  /** Number of cells that should not be there. */
  readonly cells: number;
  /** Blocks that may contain hidden events: their values must be read. */
  readonly blocks: readonly StoredCell[];
  /** Whether the cluster lacks the tombstones, so that it would show what arrives late. */
  readonly lacksTombstones: boolean;
}

const RESERVATION_PREFIX = 'r:';

/**
 * Evaluates the names of a row's cells, as one cluster has them. Tombstones, later decisions, the row's version and later
 * data may stay. `cells`: undefined for a row without cells.
 */
export function remainsOf(
  corpus: PersonalCorpus,
  entry: Pick<LedgerEntry, 'kind' | 'purpose' | 'times'>,
  cells: readonly StoredCell[],
): Remains {
  const record = readSubjectRecord(cells.filter(({ family }) => family === PRIVACY_FAMILY));
  const privacy = new RowPrivacy(corpus, record);
  const blocks: StoredCell[] = [];
  let count = 0;
  for (const cell of cells) {
    if (!concerns(corpus, entry, cell.family)) continue;
    if (isRemaining(cell, privacy)) count += 1;
    else if (mayBeBlockWithHidden(cell, privacy)) blocks.push(cell);
  }
  const lacksTombstones =
    entry.kind === 'erasure' && entry.times !== undefined && !areCovered(entry.times, erasedTimesOf(record));
  return { cells: count, blocks, lacksTombstones };
}

/** A withdrawal concerns the DataTypes of its purpose alone. */
function concerns(
  { dataTypes }: PersonalCorpus,
  { kind, purpose }: Pick<LedgerEntry, 'kind' | 'purpose'>,
  family: string,
): boolean {
  return kind === 'erasure' || dataTypes.get(family)?.purpose === purpose;
}

function isRemaining({ family, qualifier, timestampMicros }: StoredCell, privacy: RowPrivacy): boolean {
  const { eventsErasedUpTo } = privacy.record;
  if (family === PRIVACY_FAMILY) {
    const kind = parsePrivacyColumn(qualifier)?.kind;
    if (kind === 'events-erased' || kind === 'objects-erased' || kind === 'decisions-erased') return false;
    return timestampMicros <= privacy.voidedUpTo(kind ?? 'grant');
  }
  if (family === RESERVATION_FAMILY) {
    const isReservation = qualifier.toString('latin1', 0, RESERVATION_PREFIX.length) === RESERVATION_PREFIX;
    return isReservation && timestampMicros <= eventsErasedUpTo;
  }
  return timestampMicros <= privacy.removableUpTo(family);
}

function mayBeBlockWithHidden(cell: StoredCell, privacy: RowPrivacy): boolean {
  const { family, qualifier } = cell;
  if (!isBlockQualifier(qualifier, 0, qualifier.length))
    return privacy.named(family)?.has(nameOf(cell)) ?? false;
  const hidden = removableEvents(privacy, family);
  return hidden !== undefined && mayHaveHidden(cell, hidden);
}

const nameOf = ({ qualifier }: StoredCell): string => qualifier.toString('latin1');
