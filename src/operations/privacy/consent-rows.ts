/** The records of a subject's decisions in the rows of all personal corpora: docs/decisions/0013-privacy.md. */
import type { CallOptions, Cell, Mutation } from '../../bigtable/client/types';
import { blockAll } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import type { Reader, WriteOptions, Writer } from '../../consistency/store';
import { EVENTUAL, type Consistency, type ReadEvidence } from '../../core/consistency/consistency';
import { PRIVACY_FAMILY } from '../../core/privacy/privacy-family';
import { cellsOfFamily } from '../../core/rows/row-parts';
import { rowKey } from '../../core/rows/row-key';
import { mergeAllTokens, type WriteToken } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import { strongestConsistency, type ConsistencyCheck } from '../shared/strongest-consistency';

export type RecordCells = readonly Pick<Cell, 'qualifier' | 'timestampMicros' | 'value'>[];

interface ReadRecord {
  readonly cells: RecordCells;
  readonly evidence: readonly ReadEvidence[];
}

const NO_RECORD: ReadRecord = Object.freeze({ cells: [], evidence: [] });

export interface ConsentRowsDependencies {
  readonly store: ConsistencyCheck & { readonly reader: Reader; readonly writer: Writer };
  readonly clock: Clock;
  readonly config: {
    readonly consent: { readonly recordBytesMax: number };
    readonly tokens: { readonly writesMax: number };
  };
}

interface ReadBeforeOptions extends CallOptions {
  /** Time for the whole change, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Token of the caller, for a read of its own earlier decisions. */
  readonly token: WriteToken | undefined;
}

/** Reads and writes records. Errors: those of reads and writes. */
export class ConsentRows {
  readonly #dependencies: ConsentRowsDependencies;
  /**
   * Names of the personal corpora. All get each decision, also those without a DataType of its purpose: an objection must be
   * known when such a DataType is added.
   */
  readonly #corpora: readonly string[];

  constructor(dependencies: ConsentRowsDependencies, corpora: readonly string[]) {
    this.#dependencies = dependencies;
    this.#corpora = corpora;
  }

  async read(subjectId: string, consistency: Consistency, options?: CallOptions): Promise<ReadRecord> {
    const { store, config } = this.#dependencies;
    const read = {
      key: rowKey(subjectId),
      filter: blockAll(),
      keepsRecord: true,
      allowsJoin: true,
      bytesMax: config.consent.recordBytesMax,
    };
    const answers = await Promise.all(
      this.#corpora.map((table) => store.reader.readRow({ table, ...read }, consistency, options)),
    );
    const rows = answers.map(({ row }) => (row === undefined ? [] : cellsOfFamily(row, PRIVACY_FAMILY)));
    return { cells: rows.flat(), evidence: answers.map(({ evidence }) => evidence) };
  }

  /**
   * Reads the record before a change. With `needsProof`, the read has the strongest consistency that the store can prove.
   * Without it, a failed read returns no record: a withdrawal must not fail because of this read.
   */
  async readBefore(
    subjectId: string,
    needsProof: boolean,
    { token, ...options }: ReadBeforeOptions,
  ): Promise<ReadRecord> {
    if (needsProof) {
      const consistency = { ...strongestConsistency(this.#dependencies.store), token };
      return this.read(subjectId, consistency, options);
    }
    try {
      return await this.read(subjectId, EVENTUAL, { ...options, timeoutMs: options.timeoutMs! / 2 });
    } catch (error) {
      if (error instanceof TidemarkError && error.retryable) return NO_RECORD;
      throw error;
    }
  }

  /** Adds cells to the record. `left`: returns the options of the calls. */
  async write(subjectId: string, cells: RecordCells, left: () => WriteOptions): Promise<WriteToken> {
    const { store, clock, config } = this.#dependencies;
    const mutations: readonly Mutation[] = cells.map(({ qualifier, timestampMicros, value }) =>
      setCell(PRIVACY_FAMILY, qualifier, timestampMicros, value),
    );
    const row = { key: rowKey(subjectId), mutations };
    // Once for all corpora: it throws when no time is left, and a write that has begun must have a caller that awaits it.
    const options = left();
    const receipts = await Promise.all(
      this.#corpora.map((corpus) => store.writer.mutateRow(corpus, row, options)),
    );
    const tokens = receipts.map((receipt) => receipt.token);
    return mergeAllTokens(tokens, { ...config.tokens, nowMs: clock.nowMs() });
  }
}
