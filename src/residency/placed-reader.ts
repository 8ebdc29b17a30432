/**
 * Reader of placed corpora: finds the placement of each row, reads it there, in two placements while the row moves, and
 * returns the answer if the location was right: docs/decisions/0012-placements.md.
 */
import { deadlineError } from '../bigtable/client/bigtable-error';
import type { CallOptions, Row } from '../bigtable/client/types';
import { RESERVATION_FAMILY } from '../core/caps/reservation-family';
import type { Consistency, ReadEvidence } from '../core/consistency/consistency';
import { onlyPlacement, placementsToRead, wasMoved } from '../core/residency/location';
import { placedTable, type PlacementGroup } from '../core/residency/placement-rules';
import { openedEpoch } from '../core/residency/reservations-home';
import { joinRows } from '../core/rows/row-join';
import { withoutFamily } from '../core/rows/row-parts';
import { EMPTY_TOKEN } from '../core/tokens/write-token';
import { runBounded } from '../platform/tasks/run-bounded';
import type { Clock } from '../platform/time/clock';
import { mergeEvidence } from '../consistency/read/merge-evidence';
import type { Reader, RowAnswer, RowRead, RowsAnswer, RowsRead } from '../consistency/store';
import type { KnownLocation, Locations, Subject } from './locations';
import type { Subjects } from './subjects';

export interface PlacedReaderOptions {
  /** Reader of the tables of all placements. */
  readonly reader: Reader;
  readonly locations: Pick<Locations, 'known' | 'find' | 'isConfirmed' | 'confirm'>;
  readonly subjects: Subjects;
  readonly clock: Clock;
  /** Timeout of calls without one, in milliseconds. */
  readonly pointTimeoutMs: number;
  /** Limits of the tokens that answers carry. */
  readonly tokens: { readonly writesMax: number };
}

/** Rows whose locations are looked up, and which are read by themselves, at the same time. */
const ROWS_IN_FLIGHT_MAX = 32;

/** Errors besides those of `Reader`: those of `Locations`, and `wrong_region`. */
export class PlacedReader implements Reader {
  readonly #options: PlacedReaderOptions;

  constructor(options: PlacedReaderOptions) {
    this.#options = options;
  }

  readRow(read: RowRead, consistency: Consistency, options?: CallOptions): Promise<RowAnswer> {
    const { reader, subjects } = this.#options;
    const group = subjects.groupOf(read.table);
    const subject = group === undefined ? undefined : subjects.of(group, read.key);
    if (subject === undefined) return reader.readRow(read, consistency, options);
    const known = this.#options.locations.known(subject);
    const placement = known === undefined ? undefined : onlyPlacement(known.location);
    if (placement !== undefined && subjects.isServed(placement))
      return this.#readKnown({ subject, known: known!, placement }, { read, consistency, call: options });
    return this.#readPlaced(subject, { read, consistency, call: this.#begin(options) });
  }

  async readRows(read: RowsRead, consistency: Consistency, options?: CallOptions): Promise<RowsAnswer> {
    const { reader, subjects } = this.#options;
    const group = subjects.groupOf(read.table);
    if (group === undefined) return reader.readRows(read, consistency, options);
    const call = this.#begin(options);
    const rows = read.keys.map((key, at): PlacedRow => ({ key, at, subject: subjects.of(group, key) }));
    const found = await this.#findAll(rows, consistency, call);
    const batches = [...byPlacement(found)];
    const answers = await Promise.all([
      ...batches.map(([placement, batch]) =>
        this.#readTogether({ read, consistency, call }, { group, placement, batch }),
      ),
      this.#readEach(
        found.filter(({ placement }) => placement === undefined),
        { read, consistency, call },
      ),
    ]);
    return this.#answerOf(rows, answers.flat(), consistency);
  }

  #begin(options: CallOptions | undefined, startMs = this.#options.clock.monotonicMs()): TimedCall {
    const timeoutMs = options?.timeoutMs ?? this.#options.pointTimeoutMs;
    return { deadlineMs: startMs + timeoutMs, timeoutMs, signal: options?.signal };
  }

  #left({ deadlineMs, timeoutMs, signal }: TimedCall): CallOptions {
    const leftMs = deadlineMs - this.#options.clock.monotonicMs();
    if (leftMs <= 0) throw deadlineError(timeoutMs);
    return { timeoutMs: leftMs, signal };
  }

  /** Reads a row that one placement has. This is the usual case, and does no more than it must. */
  async #readKnown(
    { subject, known, placement }: KnownRow,
    { read, consistency, call: options }: PlacedRead<RowRead, CallOptions | undefined>,
  ): Promise<RowAnswer> {
    const { reader, clock, locations } = this.#options;
    const startMs = clock.monotonicMs();
    const table = placedTable(subject.group, read.table, placement);
    const isMoved = wasMoved(known.location);
    const placed = table === read.table && !isMoved ? read : { ...read, table, wasMoved: isMoved };
    const answer = await reader.readRow(placed, consistency, options);
    if (locations.isConfirmed(subject, known, 'read')) return answer;
    const call = this.#begin(options, startMs);
    if (await locations.confirm(subject, known, 'read', this.#left(call))) return answer;
    return this.#readPlaced(subject, { read, consistency, call });
  }

  async #readPlaced(subject: Subject, of: PlacedRead<RowRead>): Promise<RowAnswer> {
    const { locations, subjects } = this.#options;
    for (let isRetry = false; ; isRetry = true) {
      const known = locations.known(subject) ?? (await this.#find(subject, isRetry, of));
      const placements = placementsToRead(known.location);
      subjects.checkServed(placements);
      const answers = await Promise.all(
        placements.map((each) => this.#readAt(subject.group, each, of, known)),
      );
      const confirmed = locations.confirm(subject, known, 'read', this.#left(of.call));
      if (confirmed === true || (await confirmed)) return this.#joined(answers, of.consistency);
    }
  }

  #find(subject: Subject, isRetry: boolean, of: PlacedRead<unknown>): Promise<KnownLocation> {
    const finding = { needsPresent: needsAllWrites(of.consistency), isRetry };
    return this.#options.locations.find(subject, finding, this.#left(of.call));
  }

  #readAt(
    group: PlacementGroup,
    placement: string,
    { read, consistency, call }: PlacedRead<RowRead>,
    { location }: KnownLocation,
  ): Promise<RowAnswer> {
    const table = placedTable(group, read.table, placement);
    const placed = { ...read, table, wasMoved: wasMoved(location) };
    return this.#options.reader.readRow(placed, consistency, this.#left(call));
  }

  #joined(answers: readonly RowAnswer[], { level }: Consistency): RowAnswer {
    const [from, to] = answers as [RowAnswer, RowAnswer | undefined];
    if (to === undefined) return from;
    const evidence = mergeEvidence(level, [from.evidence, to.evidence], this.#tokenLimits());
    return { row: joinRows<Row['cells'][number], Row>([withoutClosed(from.row, to.row), to.row]), evidence };
  }

  #tokenLimits(): { readonly writesMax: number; readonly nowMs: number } {
    return { writesMax: this.#options.tokens.writesMax, nowMs: this.#options.clock.nowMs() };
  }

  /** Finds the locations of all rows. */
  #findAll(rows: readonly PlacedRow[], consistency: Consistency, call: TimedCall): Promise<FoundRow[]> {
    const { locations, subjects } = this.#options;
    return runBounded(rows, ROWS_IN_FLIGHT_MAX, async (row): Promise<FoundRow> => {
      const { subject } = row;
      if (subject === undefined) return { ...row, known: undefined, placement: '' };
      const known =
        locations.known(subject) ??
        (await this.#find(subject, false, { read: undefined, consistency, call }));
      const placements = placementsToRead(known.location);
      subjects.checkServed(placements);
      return { ...row, known, placement: placements.length === 1 ? placements[0]! : undefined };
    });
  }

  /** Reads rows of one placement in one read. Those that it does not confirm are read by themselves. */
  async #readTogether(
    of: PlacedRead<RowsRead>,
    { group, placement, batch }: { group: PlacementGroup; placement: string; batch: readonly FoundRow[] },
  ): Promise<readonly PlacedAnswer[]> {
    const { reader, locations } = this.#options;
    const { read, consistency, call } = of;
    const table = placement === '' ? read.table : placedTable(group, read.table, placement);
    const keys = batch.map(({ key }) => key);
    const { rows, evidence, unmet } = await reader.readRows(
      { ...read, table, keys, wasMoved: movedRows(batch) },
      consistency,
      this.#left(call),
    );
    const confirmed = await runBounded(batch, ROWS_IN_FLIGHT_MAX, ({ subject, known }) =>
      subject === undefined ? true : locations.confirm(subject, known!, 'read', this.#left(call)),
    );
    const again = batch.filter((_, index) => !confirmed[index]);
    const answers = batch.map((row, index) => ({
      at: row.at,
      row: rows[index],
      isMet: !unmet.includes(index),
      evidence: index === 0 ? evidence : undefined,
    }));
    const kept = answers.filter((_, index) => confirmed[index]);
    // The evidence of the batch belongs to it as long as one of its rows stays.
    const first = kept[0];
    const keptAnswers = first === undefined ? [] : [{ ...first, evidence }, ...kept.slice(1)];
    return [...keptAnswers, ...(await this.#readEach(again, of))];
  }

  /** Reads rows by themselves: those that move. */
  #readEach(
    rows: readonly FoundRow[],
    { read, consistency, call }: PlacedRead<RowsRead>,
  ): Promise<readonly PlacedAnswer[]> {
    const { table, filter, rowBytesMax: bytesMax, allowsJoin } = read;
    return runBounded(rows, ROWS_IN_FLIGHT_MAX, async ({ key, at, subject }) => {
      const one = { read: { table, key, filter, bytesMax, allowsJoin }, consistency, call };
      const { row, evidence } = await this.#readPlaced(subject!, one);
      return { at, row, isMet: evidence.met, evidence };
    });
  }

  #answerOf(
    rows: readonly PlacedRow[],
    answers: readonly PlacedAnswer[],
    { level }: Consistency,
  ): RowsAnswer {
    const ordered: (Row | undefined)[] = rows.map(() => undefined);
    for (const { at, row } of answers) ordered[at] = row;
    const parts = answers.flatMap(({ evidence }) => evidence ?? []);
    return {
      rows: ordered,
      evidence: parts.length === 0 ? NO_ROWS(level) : mergeEvidence(level, parts, this.#tokenLimits()),
      unmet: answers.flatMap(({ at, isMet }) => (isMet ? [] : [at])).sort((a, b) => a - b),
    };
  }
}

interface TimedCall {
  readonly deadlineMs: number;
  readonly timeoutMs: number;
  readonly signal: CallOptions['signal'];
}

interface PlacedRead<R, C = TimedCall> {
  readonly read: R;
  readonly consistency: Consistency;
  readonly call: C;
}

interface KnownRow {
  readonly subject: Subject;
  readonly known: KnownLocation;
  /** The only placement that has the row. */
  readonly placement: string;
}

interface PlacedRow {
  readonly key: Buffer;
  /** Position in the request. */
  readonly at: number;
  /** Undefined for rows that no subject has. */
  readonly subject: Subject | undefined;
}

interface FoundRow extends PlacedRow {
  readonly known: KnownLocation | undefined;
  /** The one placement to read; empty for rows without a subject, undefined while the row moves. */
  readonly placement: string | undefined;
}

interface PlacedAnswer {
  readonly at: number;
  readonly row: Row | undefined;
  readonly isMet: boolean;
  /** Evidence of this row, or of all rows that were read with it; undefined for the others of these. */
  readonly evidence: ReadEvidence | undefined;
}

function byPlacement(rows: readonly FoundRow[]): Map<string, FoundRow[]> {
  const batches = new Map<string, FoundRow[]>();
  for (const row of rows) {
    if (row.placement === undefined) continue;
    const batch = batches.get(row.placement);
    if (batch === undefined) batches.set(row.placement, [row]);
    else batch.push(row);
  }
  return batches;
}

/** Returns which of the rows were moved; undefined if none was. */
function movedRows(batch: readonly FoundRow[]): readonly boolean[] | undefined {
  const moved = batch.map(({ known }) => known !== undefined && wasMoved(known.location));
  return moved.includes(true) ? moved : undefined;
}

const NO_ROWS = (level: Consistency['level']): ReadEvidence => ({
  level,
  met: true,
  clusters: [],
  tier: 'nearest',
  lookups: 0,
  stalenessMs: undefined,
  token: EMPTY_TOKEN,
});

/** Whether the read must see what was acknowledged before it, so that a missing entry must be proven. */
const needsAllWrites = ({ level, token }: Consistency): boolean =>
  level !== 'eventual' || token !== undefined;

/** Once B has taken over A's reservations, those that A still shows may have been released in B. */
function withoutClosed(from: Row | undefined, to: Row | undefined): Row | undefined {
  if (from === undefined || to === undefined || openedEpoch(to.cells) === undefined) return from;
  return withoutFamily(from, RESERVATION_FAMILY);
}
