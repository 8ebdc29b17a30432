import type { Clock } from '../../../src/platform/time/clock';
import type { Random } from '../../../src/platform/random';
import type { CommitStorage, StorageRecord } from '../../../src/local-bigtable/storage/commit-storage';
import type { StoredCell } from '../../../src/local-bigtable/store/stored-cell';
import { Violation } from '../harness';

/** What is on the disk: cells and entries of the one table, by address. */
export interface Disk {
  readonly cells: Map<string, string>;
  readonly log: Map<string, string>;
  /** The latest version that is on it. */
  version: number;
}

export const emptyDisk = (): Disk => ({ cells: new Map(), log: new Map(), version: 0 });

interface SimulatedStorageOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Commits take up to so long. */
  readonly delayMs: number;
  readonly disk: Disk;
  readonly latestVersion: () => number;
}

/** A disk that takes its time, and insists on being told exactly what it holds. */
export class SimulatedStorage implements CommitStorage {
  readonly #options: SimulatedStorageOptions;
  #underWay: (() => void) | undefined;

  constructor(options: SimulatedStorageOptions) {
    this.#options = options;
  }

  async load(): Promise<number> {
    return 0;
  }

  async close(): Promise<void> {}

  commit(records: readonly StorageRecord[]): Promise<void> {
    const { clock, random, delayMs, disk, latestVersion } = this.#options;
    const version = latestVersion();
    return new Promise((resolve, reject) => {
      this.#underWay = () => {
        for (const record of records) write(disk, record);
        disk.version = version;
        this.#underWay = undefined;
      };
      clock.schedule(Math.floor(random() * delayMs), () => {
        try {
          this.#underWay?.();
          resolve();
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
  }

  /** The process dies; a commit under way is on the disk or not. */
  crash(): void {
    if (this.#options.random() < 0.5) this.#underWay?.();
    this.#underWay = undefined;
  }
}

/** The cells on the disk in their order. */
export function cellsOf(disk: Disk): [key: string, cell: StoredCell][] {
  return [...disk.cells].map(([address, value]) => {
    const [key, family, qualifier, timestampMs] = JSON.parse(address) as [string, string, string, number];
    return [key, { family, qualifier, timestampMs, value }];
  });
}

function write({ cells, log }: Disk, record: StorageRecord): void {
  if (record.kind === 'entry') return change(log, record.key, record);
  if (record.kind !== 'rows') throw new Violation(`a record of kind ${record.kind} is of no table here`);
  for (const { key, changes } of record.rows) {
    for (const { cell, before, after } of changes) {
      const address = JSON.stringify([key, cell.family, cell.qualifier, cell.timestampMs]);
      change(cells, address, { before, after });
    }
  }
}

/** The digest of a data folder lives on `before` being what is there. */
function change(
  map: Map<string, string>,
  address: string,
  { before, after }: { readonly before?: string | undefined; readonly after?: string | undefined },
): void {
  if (map.get(address) !== before) throw new Violation(`storage was told a wrong "before" of ${address}`);
  if (after === undefined) map.delete(address);
  else map.set(address, after);
}
