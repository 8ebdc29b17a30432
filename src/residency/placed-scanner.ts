/** Scanner of placed corpora: one scan of the tables in all placements. */
import type { CallOptions, KeySample, Row } from '../bigtable/client/types';
import { placedTable, placementsOfGroup, type PlacementRules } from '../core/residency/placement-rules';
import { joinRows } from '../core/rows/row-join';
import type { RowScan, Scanner } from '../consistency/store';
import type { Subjects } from './subjects';

export interface PlacedScannerOptions {
  /** Scanner of the tables of all placements. */
  readonly scanner: Scanner;
  readonly subjects: Pick<Subjects, 'groupOf' | 'isServed'>;
  readonly rules: () => PlacementRules;
}

/**
 * Returns a scanner of the tables of a corpus in all placements whose data this process may process. Rows come in the
 * order of keys. What a row has in several placements, which is so while it moves, is joined. A row that is copied and
 * deleted while the scan passes it may be missing, like one that is written meanwhile.
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
    const scans = this.#tables(scan.table).map((table) => scanner.scan({ ...scan, table }, options));
    if (scans.length === 1) return scans[0]!;
    return { [Symbol.asyncIterator]: () => mergedRows(scans, scan.rowsMax) };
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

interface OpenScan {
  readonly rows: AsyncIterator<Row>;
  head: Row | undefined;
}

/** A scan that has returned `rowsMax` rows is not at the end of its table, but then so many merged rows are returned. */
async function* mergedRows(
  scans: readonly AsyncIterable<Row>[],
  rowsMax = Infinity,
): AsyncGenerator<Row, undefined> {
  const open = scans.map((scan): OpenScan => ({ rows: scan[Symbol.asyncIterator](), head: undefined }));
  try {
    await Promise.all(open.map(advance));
    for (let rows = 0; rows < rowsMax; rows++) {
      const heads = open.flatMap(({ head }) => head ?? []);
      const [first, ...others] = heads;
      if (first === undefined) return undefined;
      const key = others.reduce(
        (least, each) => (Buffer.compare(each.key, least) < 0 ? each.key : least),
        first.key,
      );
      const found = open.filter(({ head }) => head?.key.equals(key));
      yield joinRows<Row['cells'][number], Row>(found.map(({ head }) => head))!;
      await Promise.all(found.map(advance));
    }
    return undefined;
  } finally {
    await Promise.allSettled(open.map(async ({ rows }) => rows.return?.()));
  }
}

async function advance(scan: OpenScan): Promise<void> {
  const next = await scan.rows.next();
  scan.head = next.done === true ? undefined : next.value;
}
