/** In-memory tables of sketches in several placements, for tests that write and count them. */
import type { RowMutations } from '../../src/bigtable/client/types';
import type { SketchParts, SketchTables } from '../../src/core/residency/sketch-tables';
import { EMPTY_TOKEN } from '../../src/core/tokens/write-token';
import type { TidemarkError } from '../../src/errors';
import type { Reader, RowsAnswer, Writer, WriteReceipt } from '../../src/consistency/store';
import { SketchStore } from './sketch-store';

/** Placements of the tables. The first one is the default, whose tables have plain names. */
export const PLACEMENTS = ['us', 'eu', 'asia'] as const;
export type TestPlacement = (typeof PLACEMENTS)[number];

const tableFor = (corpus: string, placement: string | undefined): string =>
  placement === undefined || placement === PLACEMENTS[0] ? corpus : `${corpus}@${placement}`;

/** Returns the parts of these placements. The others are missing. */
const partsIn =
  (placements: readonly string[]) =>
  (corpus: string): SketchParts => ({
    parts: placements.map((placement) => ({ table: tableFor(corpus, placement), placement })),
    missing: PLACEMENTS.filter((placement) => !placements.includes(placement)),
  });

/** Tables of sketches, each in a store of its own. Reads of some can fail. */
export class PlacedSketchStore implements Pick<Writer, 'mutateRows'>, Pick<Reader, 'readRows'> {
  readonly stores = new Map<string, SketchStore>();
  /** Errors of reads, by table. */
  readonly failures = new Map<string, Error>();
  /** Placements that this process may count. */
  counted: readonly string[] = PLACEMENTS;

  readonly sketchTables: SketchTables = {
    tableFor,
    counted: (corpus) => partsIn(this.counted)(corpus),
    served: (corpus) => partsIn(this.counted)(corpus),
  };

  constructor(readonly family: string) {}

  readonly mutateRow = (): Promise<WriteReceipt> =>
    Promise.reject(new Error('sketches are written together'));

  readonly mutateRows = (
    table: string,
    rows: readonly RowMutations[],
  ): Promise<readonly (WriteReceipt | TidemarkError)[]> => {
    const store = this.stores.get(table) ?? new SketchStore();
    this.stores.set(table, store);
    return store.mutateRows(table, rows);
  };

  /** Returns whole rows: readers ignore cells that they have not requested. */
  readonly readRows: Reader['readRows'] = ({ table, keys }, { level }): Promise<RowsAnswer> => {
    const failure = this.failures.get(table);
    if (failure !== undefined) return Promise.reject(failure);
    const store = this.stores.get(table);
    return Promise.resolve({
      rows: keys.map((key) => store?.row(key, this.family)),
      unmet: [],
      evidence: {
        level,
        met: true,
        clusters: [table],
        tier: 'nearest',
        lookups: 1,
        stalenessMs: 0,
        token: EMPTY_TOKEN,
      },
    });
  };
}
