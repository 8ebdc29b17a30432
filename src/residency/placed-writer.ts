/**
 * Writer of placed corpora: finds the placement that takes each row's writes, creates the directory's entry with the
 * first one, and acknowledges a write if the location was right: docs/decisions/0012-placements.md.
 */
import { deadlineError } from '../bigtable/client/bigtable-error';
import type { CallOptions } from '../bigtable/client/types';
import { stayEpoch, writePlacement } from '../core/residency/location';
import { placedTable } from '../core/residency/placement-rules';
import { TidemarkError } from '../errors';
import { runBounded } from '../platform/tasks/run-bounded';
import type { Clock } from '../platform/time/clock';
import type { RowToWrite, WriteOptions, Writer, WriteReceipt } from '../consistency/store';
import type { KnownLocation, Locations, Subject } from './locations';
import type { Subjects } from './subjects';

export interface PlacedWriterOptions {
  /** Writer of the tables of all placements. */
  readonly writer: Writer;
  readonly locations: Pick<Locations, 'known' | 'claim' | 'confirm'>;
  readonly subjects: Subjects;
  readonly clock: Clock;
  /** Timeout of calls without one, in milliseconds. */
  readonly pointTimeoutMs: number;
}

type Outcome = WriteReceipt | TidemarkError;

/** Locations that are looked up at the same time. */
const LOOKUPS_IN_FLIGHT_MAX = 32;

/**
 * A write that was acknowledged where the row is no longer written is repeated where it is. So the mutations must be
 * idempotent: see `Writer`.
 *
 * Errors besides those of `Writer`: those of `Locations`, and `wrong_region`.
 */
export class PlacedWriter implements Writer {
  readonly #options: PlacedWriterOptions;

  constructor(options: PlacedWriterOptions) {
    this.#options = options;
  }

  async mutateRow(table: string, row: RowToWrite, options?: WriteOptions): Promise<WriteReceipt> {
    const { writer, subjects } = this.#options;
    const group = subjects.groupOf(table);
    const subject = group === undefined ? undefined : subjects.of(group, row.key);
    if (subject === undefined) return writer.mutateRow(table, row, options);
    const call = this.#begin(options);
    const accessLocation = row.accessLocation ?? options?.accessLocation;
    for (let isRetry = false; ; isRetry = true) {
      const known = await this.#find(subject, { accessLocation, isRetry }, call);
      const placement = writePlacement(known.location);
      const placed = placedTable(subject.group, table, placement);
      const receipt = await writer.mutateRow(placed, inStay(row, known), this.#left(call));
      const confirmed = this.#options.locations.confirm(subject, known, 'write', this.#left(call));
      if (confirmed === true || (await confirmed)) return placedReceipt(receipt, placement);
    }
  }

  async mutateRows(
    table: string,
    rows: readonly RowToWrite[],
    options?: WriteOptions,
  ): Promise<readonly Outcome[]> {
    const { writer, subjects } = this.#options;
    const group = subjects.groupOf(table);
    if (group === undefined) return writer.mutateRows(table, rows, options);
    const call = this.#begin(options);
    const outcomes: (Outcome | undefined)[] = rows.map(() => undefined);
    for (let isRetry = false; ; isRetry = true) {
      const open = rows.flatMap((row, at): PlacedRow[] =>
        outcomes[at] === undefined ? [{ row, at, subject: subjects.of(group, row.key) }] : [],
      );
      if (open.length === 0) return outcomes as Outcome[];
      const found = await this.#findAll(open, { isRetry, accessLocation: options?.accessLocation }, call);
      for (const { at, failure } of found) outcomes[at] = failure;
      const batches = [...byTable(found, table)];
      await Promise.all(
        batches.map(async ([placed, batch]) => {
          const written = await this.#writeBatch(placed, batch, call).catch(failureOfAll(batch));
          for (const [at, outcome] of written) outcomes[at] = outcome;
        }),
      );
    }
  }

  #begin(options: WriteOptions | undefined): TimedCall {
    const { clock, pointTimeoutMs } = this.#options;
    const timeoutMs = options?.timeoutMs ?? pointTimeoutMs;
    return { deadlineMs: clock.monotonicMs() + timeoutMs, timeoutMs, signal: options?.signal };
  }

  #left({ deadlineMs, timeoutMs, signal }: TimedCall): CallOptions {
    const leftMs = deadlineMs - this.#options.clock.monotonicMs();
    if (leftMs <= 0) throw deadlineError(timeoutMs);
    return { timeoutMs: leftMs, signal };
  }

  async #find(subject: Subject, claiming: Claim, call: TimedCall): Promise<KnownLocation> {
    const { locations, subjects } = this.#options;
    const known = locations.known(subject) ?? (await locations.claim(subject, claiming, this.#left(call)));
    subjects.checkServed([writePlacement(known.location)]);
    return known;
  }

  /** Finds the locations of the rows. A failure concerns its row only. */
  #findAll(rows: readonly PlacedRow[], claiming: Claim, call: TimedCall): Promise<readonly FoundRow[]> {
    return runBounded(rows, LOOKUPS_IN_FLIGHT_MAX, async (placed): Promise<FoundRow> => {
      const { row, subject } = placed;
      if (subject === undefined) return placed;
      const accessLocation = row.accessLocation ?? claiming.accessLocation;
      try {
        return { ...placed, known: await this.#find(subject, { ...claiming, accessLocation }, call) };
      } catch (error) {
        if (error instanceof TidemarkError) return { ...placed, failure: error };
        throw error;
      }
    });
  }

  /** Writes rows of one table. Returns the outcomes of those whose location was right, by position. */
  async #writeBatch(
    table: string,
    batch: readonly FoundRow[],
    call: TimedCall,
  ): Promise<readonly (readonly [number, Outcome])[]> {
    const { writer, locations } = this.#options;
    const rows = batch.map(({ row, known }) => (known === undefined ? row : inStay(row, known)));
    const written = await writer.mutateRows(table, rows, this.#left(call));
    const settled = await runBounded(batch, LOOKUPS_IN_FLIGHT_MAX, async ({ at, subject, known }, index) => {
      const outcome = written[index]!;
      if (outcome instanceof TidemarkError || subject === undefined) return [at, outcome] as const;
      try {
        const isRight = await locations.confirm(subject, known!, 'write', this.#left(call));
        const placement = writePlacement(known!.location);
        return isRight ? ([at, placedReceipt(outcome, placement)] as const) : undefined;
      } catch (error) {
        if (error instanceof TidemarkError) return [at, error] as const;
        throw error;
      }
    });
    return settled.flatMap((each) => (each === undefined ? [] : [each]));
  }
}

/** Receipts compute their tokens when these are read, so a copy of the object would have none. */
const placedReceipt = ({ token, cluster }: WriteReceipt, placement: string): WriteReceipt => ({
  token,
  cluster,
  placement,
});

const inStay = ({ key, mutations }: RowToWrite, { location }: KnownLocation): RowToWrite => ({
  key,
  mutations,
  stay: stayEpoch(location),
});

/** Returns the failure as the outcome of each row. */
const failureOfAll =
  (batch: readonly FoundRow[]) =>
  (error: unknown): readonly (readonly [number, Outcome])[] => {
    if (!(error instanceof TidemarkError)) throw error;
    return batch.map(({ at }) => [at, error] as const);
  };

interface Claim {
  readonly isRetry: boolean;
  readonly accessLocation: string | undefined;
}

interface TimedCall {
  readonly deadlineMs: number;
  readonly timeoutMs: number;
  readonly signal: CallOptions['signal'];
}

interface PlacedRow {
  readonly row: RowToWrite;
  /** Position in the request. */
  readonly at: number;
  /** Undefined for rows that no subject has. */
  readonly subject: Subject | undefined;
}

interface FoundRow extends PlacedRow {
  readonly known?: KnownLocation | undefined;
  readonly failure?: TidemarkError | undefined;
}

/** Groups the rows whose locations were found by the table that takes their writes. */
function byTable(rows: readonly FoundRow[], corpus: string): Map<string, FoundRow[]> {
  const batches = new Map<string, FoundRow[]>();
  for (const row of rows) {
    if (row.failure !== undefined) continue;
    const { subject, known } = row;
    const table =
      subject === undefined ? corpus : placedTable(subject.group, corpus, writePlacement(known!.location));
    const batch = batches.get(table);
    if (batch === undefined) batches.set(table, [row]);
    else batch.push(row);
  }
  return batches;
}
