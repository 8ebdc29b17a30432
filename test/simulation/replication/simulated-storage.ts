import type { Clock } from '../../../src/platform/time/clock';
import type { Random } from '../../../src/platform/random';
import type { CommitStorage, StorageRecord } from '../../../src/local-bigtable/storage/commit-storage';
import type { StoredCell } from '../../../src/local-bigtable/store/stored-cell';
import { Violation } from '../harness';

/** Contents of the disk: cells and entries of the single table, by address. */
export interface Disk {
  readonly cells: Map<string, string>;
  readonly log: Map<string, string>;
  /** Latest version on the disk. */
  version: number;
}

export const emptyDisk = (): Disk => ({ cells: new Map(), log: new Map(), version: 0 });

interface SimulatedStorageOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Maximum duration of a commit, in milliseconds. */
  readonly delayMs: number;
  readonly disk: Disk;
  readonly latestVersion: () => number;
}

/** Disk with latency that verifies the `before` values of all records. */
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

  /** Ends the process. A commit in progress is either on the disk or not. */
  crash(): void {
    if (this.#options.random() < 0.5) this.#underWay?.();
    this.#underWay = undefined;
  }
}

/** Returns the cells on the disk in order. */
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

/** Applies a change. The digest of a data folder requires that `before` is the stored value. */
function change(
  map: Map<string, string>,
  address: string,
  { before, after }: { readonly before?: string | undefined; readonly after?: string | undefined },
): void {
  if (map.get(address) !== before) throw new Violation(`storage received a wrong "before" of ${address}`);
  if (after === undefined) map.delete(address);
  else map.set(address, after);
}
