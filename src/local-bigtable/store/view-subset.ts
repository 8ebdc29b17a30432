import type { KeySpan } from './stored-table';
import { intersectSpans, mergeSpans, prefixSpan } from './key-span';

/** Columns of a family in a view. */
export interface ViewColumns {
  readonly qualifiers: readonly string[];
  /** Every qualifier that starts with one of these is included. The empty prefix includes all. */
  readonly qualifierPrefixes: readonly string[];
}

/** Rows and columns of a table that an authorized view includes. Keys, prefixes and qualifiers are byte strings. */
export class ViewSubset {
  readonly #spans: readonly KeySpan[];
  /** Columns by the name of their family. */
  readonly #families: ReadonlyMap<string, ViewColumns>;

  constructor(rowPrefixes: readonly string[], families: ReadonlyMap<string, ViewColumns>) {
    this.#spans = mergeSpans(rowPrefixes.map(prefixSpan));
    this.#families = families;
  }

  /** First key after all included rows; empty at the end of the table. */
  get endKey(): string {
    return this.#spans.at(-1)?.end ?? '';
  }

  includesRow(key: string): boolean {
    return this.#spans.some(({ start, end }) => key >= start && (end === undefined || key < end));
  }

  includesColumn(family: string, qualifier: string): boolean {
    const columns = this.#families.get(family);
    if (columns === undefined) return false;
    const { qualifiers, qualifierPrefixes } = columns;
    return qualifiers.includes(qualifier) || qualifierPrefixes.some((prefix) => qualifier.startsWith(prefix));
  }

  /** Returns whether all columns of the family are included, also those to come. */
  includesFamily(family: string): boolean {
    return this.#families.get(family)?.qualifierPrefixes.includes('') === true;
  }

  /** Returns the parts of a span that are included, in key order. */
  spansWithin(span: KeySpan): KeySpan[] {
    return this.#spans.flatMap((each) => intersectSpans(each, span) ?? []);
  }
}
