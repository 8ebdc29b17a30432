/** The embedded Bigtable and the production reader and writer on simulated time: lookups are counted, nothing is timed. */
import { setCell } from '../../../src/bigtable/write/mutations';
import { WATERMARK_FAMILY } from '../../../src/core/consistency/row-watermark';
import type { WriteToken } from '../../../src/core/tokens/write-token';
import { DEFAULTS } from '../../../src/config/defaults';
import { type LocalCore, openCore } from '../../../src/local-bigtable/index';
import { seededRandom } from '../../../src/platform/random';
import { NO_TRACING } from '../../../src/platform/telemetry/tracing';
import { createRouting } from '../../../src/routing/routing';
import { storeTopology } from '../../../src/routing/topology/store-topology';
import { parseTopology } from '../../../src/routing/topology/topology-file';
import { createReader } from '../../../src/consistency/read/reader';
import { createWriter } from '../../../src/consistency/write/row-writer';
import type { Reader, Writer } from '../../../src/consistency/store';
import { createLocalTransport } from '../../support/local-bigtable/local-transport';
import { VirtualClock } from '../../support/virtual-clock';
import { keyOf } from './rows';
import { FAMILY, INSTANCE, PROJECT, TABLE } from './topology';

export const ROWS = 50;
const WRITES_EVERY_MS = 40;
/** Clusters of a region. */
const ZONES = 4;

interface Region {
  readonly reader: Reader;
  readonly writer: Writer;
  close(): Promise<void>;
}

/** A store on simulated time with the given number of clusters, up to four per region. Neighbouring regions are 20 ms apart. */
export class VirtualStore {
  readonly clock = new VirtualClock();
  readonly #core: LocalCore;
  readonly #regions: readonly Region[];
  readonly #ids: readonly string[];
  readonly #random = seededRandom(7);
  /** The latest write of each row. */
  readonly #tokens = new Map<number, WriteToken>();
  #stopWriting: () => void = () => undefined;

  private constructor(core: LocalCore, clock: VirtualClock, clusters: number) {
    this.#core = core;
    this.clock = clock;
    this.#ids = Array.from({ length: clusters }, (_, index) => `c${index}`);
    this.#regions = regionsOf(clusters).map((region, index) => this.#open(region, clusters, index));
  }

  static async open(clusters: number): Promise<VirtualStore> {
    const clock = new VirtualClock();
    const core = await openCore({ topology: topologyOf(clusters), clock, random: seededRandom(1) });
    const { tables, instances } = core.dependencies;
    const name = `projects/${PROJECT}/instances/${INSTANCE}`;
    const families = [{ name: FAMILY }, { name: WATERMARK_FAMILY }];
    await tables.create({ name: `${name}/tables/${TABLE}` }, families, instances.getOrCreate(name));
    const store = new VirtualStore(core, clock, clusters);
    store.#writeOn();
    return store;
  }

  /** In the first region. */
  get reader(): Reader {
    return this.#regions[0]!.reader;
  }

  tokenOf(row: number): WriteToken | undefined {
    return this.#tokens.get(row);
  }

  slowDown(slowMs: number): void {
    for (const id of this.#ids) this.#core.faults.changeClusters(id, { slowMs });
  }

  async close(): Promise<void> {
    this.#stopWriting();
    this.#core.faults.reset();
    await this.clock.advance(10_000);
    for (const region of this.#regions) await region.close();
    await this.#core.close();
  }

  /** One row after the other, from region to region. */
  #writeOn(): void {
    this.#stopWriting = this.clock.schedule(WRITES_EVERY_MS, () => {
      const row = Math.floor(this.#random() * ROWS);
      const { writer } = this.#regions[Math.floor(this.#random() * this.#regions.length)]!;
      const micros = this.clock.nowMs() * 1_000;
      const mutations = [setCell(FAMILY, Buffer.from('value'), micros, Buffer.alloc(8))];
      writer.mutateRow(TABLE, { key: keyOf(row), mutations }).then(
        ({ token }) => this.#tokens.set(row, token),
        () => undefined,
      );
      this.#writeOn();
    });
  }

  #open(region: string, clusters: number, index: number): Region {
    const { clock } = this;
    const random = seededRandom(100 + index);
    const transport = () => createLocalTransport({ handlers: this.#core.handlers, clock, region });
    const topology = storeTopology(topologyOf(clusters));
    const routing = createRouting({ topology, workload: 'serving', region, clock, random, transport });
    const { router, clients, hedging } = routing;
    const { clockSkewMaxMs, replicationLagMaxMs } = DEFAULTS.consistency;
    const reader = createReader({
      router,
      clients,
      hedging,
      clock,
      random,
      clockSkewMaxMs,
      replicationLagMaxMs,
      evidence: 'row',
      tracing: NO_TRACING,
      hasClusterTopology: true,
      shards: { latestHeartbeatMs: () => -Infinity, observe: () => undefined },
      auditor: { recordClaim: () => undefined },
      limits: { ...DEFAULTS.bigtable, ...DEFAULTS.reading },
      tokens: DEFAULTS.tokens,
    });
    const writer = createWriter({ router, clients, clock, random });
    return { reader, writer, close: () => writer.close().then(() => routing.close()) };
  }
}

const regionsOf = (clusters: number): string[] =>
  Array.from({ length: Math.max(2, Math.ceil(clusters / ZONES)) }, (_, index) => `r${index}`);

function topologyOf(clusters: number) {
  const regions = regionsOf(clusters);
  const each = Array.from({ length: clusters }, (_, index) => {
    const region = regions[index % regions.length]!;
    return [
      `c${index}`,
      { region, zone: `${region}-${'abcd'[Math.floor(index / regions.length)]}` },
    ] as const;
  });
  const profiles = each.map(([id]) => [`at-${id}`, { cluster: id }] as const);
  const links = regions.flatMap((a, at) =>
    regions.slice(at + 1).map((b, step) => ({ between: [a, b], delayMs: 20 * (step + 1), jitterMs: 5 })),
  );
  return parseTopology({
    project: PROJECT,
    instances: {
      [INSTANCE]: { clusters: Object.fromEntries(each), appProfiles: Object.fromEntries(profiles) },
    },
    links,
  });
}
