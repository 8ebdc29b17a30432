import { withControl } from '../../../src/cli/local/control';
import type { BenchSize } from '../harness';
import { Bigtable } from './bigtable';
import { openStore, type RegionStore } from './store';
import { AWAY, HOME, twoRegions } from './topology';
import { Traffic } from './traffic';

/** Between the regions. */
export const LINKS_MS: Readonly<Record<BenchSize, readonly number[]>> = {
  full: [0, 80],
  quick: [0, 80],
  smoke: [20],
};
export const ROWS = 50;
export const WRITES_PER_SECOND = 25;
export const BOUND_MS = 3_000;
/** Reads at once. */
export const IN_FLIGHT = 16;

/** Writes at home, and reads away; clusters of both regions accept writes. */
export class Stage {
  readonly linkMs: number;
  readonly traffic: Traffic;
  /** Away, by the evidence that counts. */
  readonly row: RegionStore;
  readonly shard: RegionStore;
  readonly #bigtable: Bigtable;
  readonly #home: RegionStore;

  private constructor(linkMs: number, bigtable: Bigtable) {
    this.linkMs = linkMs;
    this.#bigtable = bigtable;
    this.#home = openStore(bigtable, { region: HOME });
    this.row = openStore(bigtable, { region: AWAY });
    this.shard = openStore(bigtable, { region: AWAY, evidence: 'row+shard' });
    this.traffic = new Traffic(this.#home.writer, ROWS);
  }

  static async open(linkMs: number): Promise<Stage> {
    const stage = new Stage(linkMs, await Bigtable.start(twoRegions(linkMs)));
    await stage.traffic.start(WRITES_PER_SECOND);
    await pause(linkMs + HEARTBEATS_MS);
    return stage;
  }

  /** Between clusters: the clients' ways stay as they are. */
  async replicateIn(delayMs: number): Promise<void> {
    const change = { a: `cluster:${HOME}`, b: `cluster:${AWAY}`, change: { delayMs } };
    await withControl(this.#bigtable, (client) => client.changeLinks(change));
    await pause(delayMs + MARGIN_MS);
  }

  /** Clients and replication take the same way again. */
  async replicateAsAtFirst(): Promise<void> {
    await withControl(this.#bigtable, (client) => client.reset());
    await pause(this.linkMs + MARGIN_MS);
  }

  async close(): Promise<void> {
    await this.traffic.stop();
    for (const store of [this.#home, this.row, this.shard]) await store.close();
    await this.#bigtable.stop();
  }
}

/** One each second. */
const HEARTBEATS_MS = 1_500;
/** Waits until everything in flight has arrived. */
const MARGIN_MS = 300;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
