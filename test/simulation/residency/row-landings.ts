import type { TableEntry } from '../../../src/local-bigtable/index';
import { rowName, type CorpusName } from './world';

/**
 * When cells were accepted in a placement, as an observer of its tables knows it, and not what the product reports. Rows
 * have the names of the history: see `rowName`.
 */
export class RowLandings {
  readonly #nowMs: () => number;
  /** Last arrival of each column, by row. */
  readonly #columns = new Map<string, Map<string, number>>();
  /**
   * Texts that have arrived, by row, each with whether the row had left before. A text is the name of an event, or the
   * value of a register.
   */
  readonly #texts = new Map<string, Map<string, boolean>>();
  /** Time of the last deletion of each row. */
  readonly #purgedMs = new Map<string, number>();
  /** Rows whose writes go to another placement. */
  readonly #left = new Set<string>();

  constructor(tables: ReadonlyMap<CorpusName, TableEntry>, nowMs: () => number) {
    this.#nowMs = nowMs;
    for (const [corpus, table] of tables) this.#observe(corpus, table);
  }

  /** Records that no write of the row counts here any more. */
  leave(key: string): void {
    this.#left.add(key);
  }

  /** Records that writes of the row may count here from now on. */
  enter(key: string): void {
    this.#left.delete(key);
  }

  /** Whether the text arrived, but not before the row had left. */
  isLate(key: string, text: string): boolean {
    return this.#texts.get(key)?.get(text) ?? false;
  }

  /** Whether the row was deleted, and the column arrived after that. */
  isStray(key: string, column: string): boolean {
    const [landedMs, purgedMs] = [this.#columns.get(key)?.get(column), this.#purgedMs.get(key)];
    return landedMs !== undefined && purgedMs !== undefined && landedMs >= purgedMs;
  }

  #observe(corpus: CorpusName, table: TableEntry): void {
    table.replicated.observer = {
      onCommitted: ({ key, operations }) => {
        const name = rowName(corpus, Buffer.from(key, 'latin1'));
        for (const operation of operations) {
          if (operation.kind === 'delete-row') this.#purgedMs.set(name, this.#nowMs());
          if (operation.kind === 'set') this.#landed(name, operation);
        }
        return [];
      },
      onApplied: () => undefined,
      onGarbageCollected: () => [],
      onRowsRemoved: () => [],
    };
  }

  #landed(key: string, { family, qualifier, value }: Cell): void {
    mapOf(this.#columns, key).set(`${family}:${qualifier}`, this.#nowMs());
    const texts = mapOf(this.#texts, key);
    const text = value === '' ? qualifier : value;
    if (!texts.has(text)) texts.set(text, this.#left.has(key));
  }
}

interface Cell {
  readonly family: string;
  readonly qualifier: string;
  readonly value: string;
}

function mapOf<V>(maps: Map<string, Map<string, V>>, key: string): Map<string, V> {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const created = new Map<string, V>();
  maps.set(key, created);
  return created;
}
