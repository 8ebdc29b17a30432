import { deleteCell, deleteFromColumn, setCell } from '../../bigtable/write/mutations';
import type { Mutation } from '../../bigtable/client/types';
import { countedFromMs } from '../../core/columns/counted-from';
import { eventRange, qualifierRanges } from '../../core/counts/event-range';
import type { EventSelection } from '../../core/events/event-selection';
import { SelectedEvents, type SelectedEvent } from '../../core/events/selected-events';
import { EVENTUAL } from '../../core/consistency/consistency';
import { deletedEventColumn, PRIVACY_FAMILY } from '../../core/privacy/privacy-family';
import type { RowPrivacy } from '../../core/privacy/row-privacy';
import type { EventDataType } from '../../core/schema/schema';
import { countOf } from '../../core/shared/count-of';
import { maxOf } from '../../core/shared/lists';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import type { Reader, Writer } from '../../consistency/store';
import { readCellPages, type PageLimits } from '../subjects/read-cell-pages';

export interface DeleteUserEventsLimits extends PageLimits {
  /** Maximum number of deleted events that one row records: each read of the user reads them, too. */
  readonly markersPerRowMax: number;
  readonly rowTimeoutMs: number;
}

export interface DeleteUserEventsDependencies {
  readonly reader: Pick<Reader, 'readRow'>;
  readonly writer: Pick<Writer, 'mutateRow'>;
  readonly clock: Clock;
  readonly limits: DeleteUserEventsLimits;
}

export interface UserEventsToDelete {
  readonly key: Buffer;
  readonly selection: EventSelection;
  /** Counts the events without deleting them. */
  readonly dryRun: boolean;
  readonly signal: CancelSignal;
}

/** Counts of one row. */
export interface DeletedUserEvents {
  /** Number of events that were deleted, or would be. */
  readonly events: number;
  /** Number of those that were in cells of their own; the others are in blocks. */
  readonly cells: number;
}

const NOTHING = Buffer.alloc(0);
const MICROS_PER_MS = 1_000;

/**
 * Deletes the selected events of one user, by one mutation of the row: a marker for each event, which hides it in cells
 * and blocks and when it is delivered again, and the deletion of its cells. Compaction rewrites the blocks. Idempotent:
 * events that are hidden already are not selected.
 *
 * A marker has the latest time of its event, not the present time. So the erasure that hides the event also voids its
 * marker, and no other one does: neither an erasure whose tombstone the replica of this read lacks, nor one whose tombstone
 * of objects is ahead of all clocks.
 *
 * Throws `too_many_events` if the row would have more markers than allowed; it changes nothing then.
 */
export async function deleteUserEvents(
  { key, selection, dryRun, signal }: UserEventsToDelete,
  dependencies: DeleteUserEventsDependencies,
): Promise<DeletedUserEvents> {
  const { writer, clock, limits } = dependencies;
  const { dataType } = selection;
  const { found, privacy } = await selectEvents({ key, selection, signal }, dependencies);
  const cells = found.reduce((sum, { cellTimesMicros }) => sum + Math.min(1, cellTimesMicros.length), 0);
  if (found.length === 0) return { events: 0, cells: 0 };
  const nowMs = clock.nowMs();
  const { expired, present } = markersOf(privacy, dataType, nowMs);
  const names = new Set([...present, ...found.map(({ qualifier }) => qualifier.toString('latin1'))]);
  checkMarkers(names.size, limits);
  if (!dryRun) {
    const mutations = [
      ...found.flatMap((event) => deletionOf(event, dataType)),
      ...expired.map((column) =>
        deleteFromColumn(PRIVACY_FAMILY, column, { endMicros: nowMs * MICROS_PER_MS }),
      ),
    ];
    const options = { timeoutMs: limits.rowTimeoutMs, signal };
    await writer.mutateRow(dataType.corpus, { key, mutations }, options);
  }
  return { events: found.length, cells };
}

interface Selected {
  readonly found: readonly SelectedEvent[];
  readonly privacy: RowPrivacy | undefined;
}

async function selectEvents(
  { key, selection, signal }: Omit<UserEventsToDelete, 'dryRun'>,
  { reader, clock, limits }: DeleteUserEventsDependencies,
): Promise<Selected> {
  const { dataType } = selection;
  const { corpus: table, family } = dataType;
  let privacy: RowPrivacy | undefined;
  // Selects also what the lawful basis hides: it may become visible again. And a delivery that is later than its marker: an
  // erasure between both would void the marker alone.
  const isHidden = (qualifier: string, timeMs: number): boolean =>
    privacy !== undefined &&
    timeMs * MICROS_PER_MS <=
      Math.max(privacy.record.eventsErasedUpTo, privacy.named(family)?.get(qualifier) ?? -1);
  const events = new SelectedEvents(selection, isHidden);
  const range = eventRange(selection, { countedFromMs: 0, nowMs: clock.nowMs() });
  const { rowTimeoutMs: timeoutMs } = limits;
  const call = { deadlineMs: clock.monotonicMs() + timeoutMs, timeoutMs, signal };
  for (const span of range === undefined ? [] : qualifierRanges(range)) {
    const pages = readCellPages(
      { table, key, family, ...span, hasBlocks: true },
      { reader, clock, limits },
      { consistency: EVENTUAL, call },
    );
    for await (const page of pages) {
      privacy = page.privacy;
      for (const cell of page.cells) events.add(cell);
    }
  }
  return { found: events.result(), privacy };
}

/**
 * Returns the names of the row's markers, and the columns of those that have expired. A marker has expired when its event is
 * past the retention, whatever its time within its dedup window: then no read shows the event, with or without the marker.
 */
function markersOf(
  privacy: RowPrivacy | undefined,
  { family, events, retention }: EventDataType,
  nowMs: number,
): { readonly present: readonly string[]; readonly expired: readonly Buffer[] } {
  const retainedFromMs = countedFromMs(events, retention, nowMs);
  const windowMsMax = maxOf(events.actions.map(({ dedup }) => dedup.windowSeconds)) * 1_000;
  const present: string[] = [];
  const expired: Buffer[] = [];
  for (const name of privacy?.named(family)?.keys() ?? []) {
    const qualifier = Buffer.from(name, 'latin1');
    const windowStartMs = qualifier.readUInt32BE(0) * 1_000;
    const isExpired = windowStartMs + Math.max(windowMsMax, 1_000) <= retainedFromMs;
    if (isExpired) expired.push(deletedEventColumn(family, qualifier));
    else present.push(name);
  }
  return { present, expired };
}

function checkMarkers(count: number, { markersPerRowMax }: DeleteUserEventsLimits): void {
  if (count <= markersPerRowMax) return;
  throw new TidemarkError(
    'too_many_events',
    `the user would have ${countOf(count, 'deleted event')}; at most ${markersPerRowMax} are recorded, because each read of the user reads them: select fewer events, raise the limit, or erase the user`,
    { field: 'markersPerUser' },
  );
}

function deletionOf(
  { qualifier, latestMs, cellTimesMicros }: SelectedEvent,
  { family }: EventDataType,
): readonly Mutation[] {
  return [
    setCell(PRIVACY_FAMILY, deletedEventColumn(family, qualifier), latestMs * MICROS_PER_MS, NOTHING),
    ...cellTimesMicros.map((timeMicros) => deleteCell(family, qualifier, timeMicros)),
  ];
}
