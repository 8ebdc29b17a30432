/**
 * Reader that removes from the rows of users what their choices, erasures and deletions hide:
 * docs/decisions/0013-privacy.md.
 */
import type { CallOptions } from '../bigtable/client/types';
import type { Consistency } from '../core/consistency/consistency';
import type { PrivacyRules } from '../core/privacy/privacy-rules';
import type { Reader, RowAnswer, RowRead, RowsAnswer, RowsRead } from '../consistency/store';
import { visibleRow, withRecord } from './visible-row';

/** The record is read with the data, by the same request and at the same consistency. */
export class PrivateReader implements Reader {
  readonly #reader: Reader;
  readonly #rules: PrivacyRules;

  /** `reader`: reader of corpora, wherever their rows are. */
  constructor(reader: Reader, rules: PrivacyRules) {
    this.#reader = reader;
    this.#rules = rules;
  }

  async readRow(read: RowRead, consistency: Consistency, options?: CallOptions): Promise<RowAnswer> {
    const corpus = this.#rules.get(read.table);
    if (corpus === undefined) return this.#reader.readRow(read, consistency, options);
    const guarded = { ...read, filter: withRecord(read.filter, read) };
    const { row: stored, evidence } = await this.#reader.readRow(guarded, consistency, options);
    return { ...visibleRow(corpus, stored, read), evidence };
  }

  async readRows(read: RowsRead, consistency: Consistency, options?: CallOptions): Promise<RowsAnswer> {
    const corpus = this.#rules.get(read.table);
    if (corpus === undefined) return this.#reader.readRows(read, consistency, options);
    const guarded = { ...read, filter: withRecord(read.filter) };
    const answer = await this.#reader.readRows(guarded, consistency, options);
    const visible = answer.rows.map((row) => visibleRow(corpus, row));
    return {
      ...answer,
      rows: visible.map(({ row }) => row),
      privacy: visible.map(({ privacy }) => privacy),
      hiddenCells: visible.map(({ hiddenCells }) => hiddenCells),
    };
  }
}
