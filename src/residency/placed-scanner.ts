/** Scanner of placed corpora: one scan of the tables in all placements. */
import { deadlineError } from '../bigtable/client/bigtable-error';
import type { CallOptions, KeySample, Row } from '../bigtable/client/types';
import { placedTable, placementsOfGroup, type PlacementRules } from '../core/residency/placement-rules';
import type { Clock } from '../platform/time/clock';
import type { RowScan, Scanner } from '../consistency/store';
import { rangesWithin, readPlacedPage, type PlacedPagesOptions } from './placed-pages';
import type { Subjects } from './subjects';

export interface PlacedScannerOptions extends PlacedPagesOptions {
  /** Scanner of the tables of all placements. */
  readonly scanner: Scanner;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly subjects: Pick<Subjects, 'groupOf' | 'isServed'>;
  readonly rules: () => PlacementRules;
}

/**
 * Returns a scanner of the tables of a corpus in all placements whose data this process may process. Rows come in the
 * order of keys, page by page. What a row has in several placements, which is so while it moves, is joined. A row that
 * moves while the scan passes it is not missing: see `readPage`. One that moves there and back within one page may be.
 */
export function createPlacedScanner(options: PlacedScannerOptions): Scanner {
  const placed = new PlacedScanner(options);
  return {
    sampleKeys: (table, call) => placed.sampleKeys(table, call),
    scan: (scan, call) => placed.scan(scan, call),
  };
}

class PlacedScanner implements Scanner {
  readonly #options: PlacedScannerOptions;

  constructor(options: PlacedScannerOptions) {
    this.#options = options;
  }

  async sampleKeys(table: string, options?: CallOptions): Promise<readonly KeySample[]> {
    const { scanner } = this.#options;
    const samples = await Promise.all(this.#tables(table).map((each) => scanner.sampleKeys(each, options)));
    return samples.length === 1 ? samples[0]! : mergedSamples(samples);
  }

  scan(scan: RowScan, options?: CallOptions): AsyncIterable<Row> {
    const { scanner } = this.#options;
    const tables = this.#tables(scan.table);
    if (tables.length === 1) return scanner.scan({ ...scan, table: tables[0]! }, options);
    return { [Symbol.asyncIterator]: () => this.#rowsOf(tables, scan, options) };
  }

  async *#rowsOf(
    tables: readonly string[],
    { ranges, filter, rowsMax = Infinity }: RowScan,
    options: CallOptions = {},
  ): AsyncGenerator<Row, undefined> {
    const left = this.#timer(options);
    let after: Buffer | undefined;
    let rowsLeft = rowsMax;
    while (rowsLeft > 0 && tables.length > 0) {
      const next = rangesWithin(ranges, { after });
      if (next.length === 0) return undefined;
      const page = await readPlacedPage(
        this.#options,
        tables,
        { ranges: next, filter, rowsMax: rowsLeft },
        left(),
      );
      for (const row of page.rows.slice(0, rowsLeft)) yield row;
      rowsLeft -= page.rows.length;
      after = page.upTo;
      if (after === undefined) return undefined;
    }
    return undefined;
  }

  #timer({ timeoutMs, signal }: CallOptions): () => CallOptions {
    if (timeoutMs === undefined) return () => ({ signal });
    const { clock } = this.#options;
    const deadlineMs = clock.monotonicMs() + timeoutMs;
    return () => {
      const leftMs = deadlineMs - clock.monotonicMs();
      if (leftMs <= 0) throw deadlineError(timeoutMs);
      return { timeoutMs: leftMs, signal };
    };
  }

  #tables(table: string): readonly string[] {
    const { subjects, rules } = this.#options;
    const group = subjects.groupOf(table);
    if (group === undefined) return [table];
    return placementsOfGroup(rules(), group)
      .filter(({ name }) => subjects.isServed(name))
      .map(({ name }) => placedTable(group, table, name));
  }
}

/** The sections of all tables: each key, and the bytes of all tables before it. */
function mergedSamples(samples: readonly (readonly KeySample[])[]): readonly KeySample[] {
  const ends = samples.flat().map(({ key }) => key);
  const keys = ends.filter(({ length }) => length > 0).sort((a, b) => Buffer.compare(a, b));
  const distinct = keys.filter((key, index) => index === 0 || !key.equals(keys[index - 1]!));
  const sections = ends.some(({ length }) => length === 0) ? [...distinct, END] : distinct;
  return sections.map((key) => ({
    key,
    offsetBytes: samples.reduce((sum, table) => sum + bytesBefore(table, key), 0),
  }));
}

const END = Buffer.alloc(0);

/** Returns the offset of the last sample that is not behind the key. */
function bytesBefore(table: readonly KeySample[], key: Buffer): number {
  const before = table.filter(
    (each) => key.length === 0 || (each.key.length > 0 && Buffer.compare(each.key, key) <= 0),
  );
  return before.at(-1)?.offsetBytes ?? 0;
}
