import type { TableEntry } from '../../../src/local-bigtable/index';

/** Records what Bigtable has accepted, as an observer of the table knows it, and not what the product reports. */
export class CommitLog {
  /** Last version at which a cell was set, by row and cell. */
  readonly #cells = new Map<string, number>();
  /** Last time of a tombstone, by row and column. */
  readonly #tombstones = new Map<string, number>();

  /** `tables`: those of all placements of a corpus. */
  constructor(tables: readonly TableEntry[]) {
    for (const table of tables) this.#observe(table);
  }

  #observe(table: TableEntry): void {
    table.replicated.observer = {
      onCommitted: ({ key, operations, version }) => {
        for (const operation of operations) {
          if (operation.kind !== 'set') continue;
          const { family, qualifier, timestampMs } = operation;
          this.#cells.set(cellName(key, { family, qualifier, timestampMs }), version);
          if (family !== '_prv') continue;
          const name = `${key} ${qualifier}`;
          this.#tombstones.set(name, Math.max(timestampMs, this.#tombstones.get(name) ?? -1));
        }
        return [];
      },
      onApplied: () => undefined,
      onGarbageCollected: () => [],
      onRowsRemoved: () => [],
    };
  }

  /** Returns the version at which the cell was set last; 0 if never. */
  versionOf(key: string, cell: Named): number {
    return this.#cells.get(cellName(key, cell)) ?? 0;
  }

  /** Returns the time of the last tombstone that a cluster has accepted, in milliseconds; -1 if there is none. */
  tombstone(key: string, qualifier: string): number {
    return this.#tombstones.get(`${key} ${qualifier}`) ?? -1;
  }
}

interface Named {
  readonly family: string;
  readonly qualifier: string;
  readonly timestampMs: number;
}

const cellName = (key: string, { family, qualifier, timestampMs }: Named): string =>
  `${key} ${family} ${timestampMs} ${qualifier}`;
