import type { EventDataType } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';
import { fieldPaths } from '../files/nested-fields';
import type { RecordSource, SourceRecord } from '../files/record-source';
import { columnsRead } from './import-columns';
import type { ImportMapping } from './import-mapping';

/** Returns the name without what spellings differ in: `ad_id`, `AdID` and `ad.id` become `adid`. */
const plain = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/**
 * Finds ignored columns whose names resemble a dimension that no option gives a source, and that no record has under its own
 * name: `--ignore-unknown` would silently lose it.
 */
export class UnreadDimensions {
  /** Dimensions without a source, by their plain names. */
  readonly #dimensions: Map<string, string>;
  readonly #expected: ReadonlySet<string>;
  readonly #found = new Map<string, string>();

  constructor(dataType: EventDataType, mapping: ImportMapping) {
    const { columns, constants, ignoreUnknown, ignoredColumns = [] } = mapping;
    const isGiven = (name: string): boolean => columns[name] !== undefined || constants[name] !== undefined;
    const open = dataType.events.dimensions.map(({ name }) => name).filter((name) => !isGiven(name));
    this.#dimensions = new Map(ignoreUnknown === true ? open.map((name) => [plain(name), name]) : []);
    this.#expected = new Set([...columnsRead(dataType, mapping), ...ignoredColumns]);
  }

  /** Returns the same records, and looks at each that is read. */
  watch(source: RecordSource): RecordSource {
    if (this.#dimensions.size === 0) return source;
    return { ...source, records: this.#watched(source.records) };
  }

  found(): readonly { readonly column: string; readonly dimension: string }[] {
    return Array.from(this.#found, ([column, dimension]) => ({ column, dimension })).filter(({ dimension }) =>
      this.#dimensions.has(plain(dimension)),
    );
  }

  async *#watched(records: AsyncIterable<SourceRecord>): AsyncGenerator<SourceRecord> {
    for await (const record of records) {
      if (!(record.fields instanceof TidemarkError)) this.#see(record.fields);
      yield record;
    }
  }

  #see(fields: Readonly<Record<string, unknown>>): void {
    for (const column of fieldPaths(fields, () => true)) {
      const dimension = this.#dimensions.get(plain(column));
      if (dimension === undefined || this.#found.has(column)) continue;
      if (column === dimension) this.#dimensions.delete(plain(column));
      else if (!this.#expected.has(column)) this.#found.set(column, dimension);
    }
  }
}
