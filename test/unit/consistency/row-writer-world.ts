import { google } from '@google-cloud/bigtable/build/protos/protos';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import type { BigtableError } from '../../../src/bigtable/client/bigtable-error';
import type { Call, StartCall } from '../../../src/bigtable/transport/create-transport';
import type {
  CallOptions,
  DataClient,
  Mutation,
  Row,
  RowMutations,
} from '../../../src/bigtable/client/types';
import {
  decodePredecessor,
  WATERMARK_FAMILY,
  watermarkOf,
} from '../../../src/core/consistency/row-watermark';
import { withoutFamily } from '../../../src/core/rows/row-parts';
import type { TidemarkError } from '../../../src/errors';
import {
  openCore,
  type LocalCore,
  RpcError,
  type MethodHandler,
  AGGREGATORS,
} from '../../../src/local-bigtable/index';
import type { Clock } from '../../../src/platform/time/clock';
import type { GrpcStatusCode } from '../../../src/platform/network/grpc';
import { seededRandom } from '../../../src/platform/random';
import type { Cluster } from '../../../src/routing/topology/cluster';
import { originCode } from '../../../src/routing/topology/origin-code';
import { parseTopology } from '../../../src/routing/topology/topology-file';
import {
  createWriter,
  type RowWriter,
  type RowWriterLimits,
} from '../../../src/consistency/write/row-writer';
import type { WriteReceipt } from '../../../src/consistency/store';
import { createLocalTransport, type CallFault } from '../../support/local-bigtable/local-transport';
import { VirtualClock } from '../../support/virtual-clock';

import data = google.bigtable.v2;

const INSTANCE = 'projects/p/instances/i';
const DATA = '/google.bigtable.v2.Bigtable/';
const CLUSTERS = ['a', 'b', 'c'] as const;
export const TABLE = 't';

const TOPOLOGY = {
  project: 'p',
  instances: {
    i: {
      clusters: Object.fromEntries(CLUSTERS.map((id) => [id, { region: `region-${id}` }])),
      appProfiles: Object.fromEntries(CLUSTERS.map((id) => [`at-${id}`, { cluster: id }])),
    },
  },
  links: [
    { between: ['region-a', 'region-b'], delayMs: 20 },
    { between: ['region-a', 'region-c'], delayMs: 20 },
    { between: ['region-b', 'region-c'], delayMs: 20 },
  ],
};

/** A row's mutation as it arrived at a cluster. */
export interface SeenRow {
  readonly cluster: string;
  readonly method: 'MutateRow' | 'MutateRows';
  readonly key: string;
  /** Qualifiers of the cells that were set, watermarks aside. */
  readonly cells: readonly string[];
  /** Version of its watermark, which is the last of the mutations. */
  readonly versionMs: number;
  readonly column: string;
  /** Version that the watermark names as the write before it. */
  readonly predecessorMs: number | undefined;
}

/**
 * Three clusters of the embedded Bigtable in process, on virtual time, and a writer whose targets the test sets. Calls that
 * arrive at the clusters are recorded, and can be delayed or rejected there.
 */
export class WriterWorld {
  readonly clock = new SetBackClock();
  core!: LocalCore;
  writer!: RowWriter;
  /** Clusters that the router names for writes, in order of preference. */
  targets: readonly string[] = CLUSTERS;
  /** The same where rows differ. */
  targetsOf: (key: string) => readonly string[] = () => this.targets;
  readonly seen: SeenRow[] = [];
  /** Calls that arrived at a cluster. */
  calls = 0;
  /** The most mutations of one row that were being served at the same time. */
  rowsAtOnceMax = 0;
  /** Awaited before a call is served. */
  hold: (cluster: string) => Promise<void> | void = () => undefined;
  /** Returns the status with which a cluster rejects a row's mutation; undefined: it applies the mutation. */
  refuse: (row: SeenRow) => GrpcStatusCode | undefined = () => undefined;
  /** Returns the fault on the way to a cluster, if there is one. */
  faultOf: (cluster: string, call: Call) => CallFault | undefined = () => undefined;
  /** Returns the error of a cluster's calls before they are sent, if they fail. */
  failureOf: (cluster: string) => BigtableError | undefined = () => undefined;
  readonly acknowledged: [cluster: string, rows: number, writes: number][] = [];
  readonly failovers: [cluster: string, rows: number][] = [];
  readonly #atOnce = new Map<string, number>();
  readonly #clients = new Map<string, DataClient>();

  static async open(limits: Partial<RowWriterLimits> = {}, seed = 1): Promise<WriterWorld> {
    const world = new WriterWorld();
    world.core = await openCore({
      topology: parseTopology(TOPOLOGY),
      clock: world.clock,
      random: seededRandom(seed),
    });
    const { tables, instances } = world.core.dependencies;
    const families = [
      { name: 'f' },
      { name: 'sum', aggregator: AGGREGATORS.sum },
      { name: WATERMARK_FAMILY },
    ];
    for (const table of [TABLE, 'other']) {
      await tables.create({ name: `${INSTANCE}/tables/${table}` }, families, instances.getOrCreate(INSTANCE));
    }
    for (const id of CLUSTERS) world.#clients.set(id, world.#connect(id));
    world.writer = world.openWriter(limits, seed);
    return world;
  }

  openWriter(limits: Partial<RowWriterLimits> = {}, seed = 1): RowWriter {
    return createWriter<'serving'>({
      router: {
        forRead: () => CLUSTERS.map(clusterOf),
        forEventualRead: () => CLUSTERS.map(clusterOf),
        forWrite: (_, key) => this.targetsOf(key.toString()).map(clusterOf),
        origins: () => CLUSTERS.map(clusterOf),
        byCode: (code) => CLUSTERS.map(clusterOf).find((cluster) => cluster.code === code),
        reachabilityOf: () => 'open',
        startOriginProbe: () => undefined,
        startProbeIfDue: () => undefined,
      },
      clients: { of: ({ id }) => this.client(id), close: () => Promise.resolve() },
      clock: this.clock,
      random: seededRandom(seed),
      limits,
      observer: {
        onAcknowledged: (...report) => this.acknowledged.push(report),
        onFailover: (...report) => this.failovers.push(report),
      },
    });
  }

  client(id: string): DataClient {
    return this.#clients.get(id)!;
  }

  write(key: string, mutations: readonly Mutation[] = [set()], options?: CallOptions): Promise<WriteReceipt> {
    return this.writer.mutateRow(TABLE, rowOf(key, mutations), options);
  }

  writeRows(rows: readonly RowMutations[], options?: CallOptions) {
    return this.writer.mutateRows(TABLE, rows, options);
  }

  /** Resolves after so long; for `hold`. */
  delay(byMs: number): Promise<void> {
    return new Promise((resolve) => this.clock.schedule(byMs, resolve));
  }

  /** The row as the cluster has it. */
  async read(cluster: string, key: string): Promise<Row | undefined> {
    return this.settled(this.client(cluster).readRow({ table: TABLE, key: Buffer.from(key) }));
  }

  /** Its cells but for watermarks, `<qualifier>=<value>`. */
  async cells(cluster: string, key: string): Promise<string[]> {
    const row = await this.read(cluster, key);
    const cells = (row === undefined ? undefined : withoutFamily(row, WATERMARK_FAMILY))?.cells ?? [];
    return cells.map(({ qualifier, value }) => `${qualifier.toString()}=${value.toString('latin1')}`);
  }

  async watermark(cluster: string, key: string): Promise<ReadonlyMap<string, number>> {
    return watermarkOf((await this.read(cluster, key))?.cells ?? []);
  }

  /** Lets the time pass until the promise has settled. */
  async settled<T>(promise: Promise<T>): Promise<T> {
    let over = false;
    const ending = promise.finally(() => (over = true));
    ending.catch(() => undefined);
    for (let waited = 0; waited < 60_000; waited++) {
      await this.clock.advance(0);
      if (over) return ending;
      await this.clock.advance(1);
    }
    throw new Error('not within 60 s');
  }

  /** The error's code, or `undefined` when the write was acknowledged. */
  async codeOf(write: Promise<WriteReceipt>): Promise<string | undefined> {
    return this.settled(
      write.then(
        () => undefined,
        (error: TidemarkError) => error.code,
      ),
    );
  }

  async close(): Promise<void> {
    await this.settled(this.writer.close());
    await this.core.close();
  }

  #connect(cluster: string): DataClient {
    const { handlers } = this.core;
    const transport = createLocalTransport({
      handlers: new Map([
        ...handlers,
        [`${DATA}MutateRow`, this.#watched(cluster, handlers.get(`${DATA}MutateRow`)!)],
        [`${DATA}MutateRows`, this.#watched(cluster, handlers.get(`${DATA}MutateRows`)!)],
      ]),
      clock: this.clock,
      faultOf: (call) => this.faultOf(cluster, call),
    });
    const names = { project: 'p', instance: 'i', appProfileId: `at-${cluster}` };
    const start: StartCall = (call, handler) => {
      const failure = this.failureOf(cluster);
      if (failure === undefined) return transport.start(call, handler);
      queueMicrotask(() => handler.onEnd(failure));
      return { pause() {}, resume() {}, cancel() {} };
    };
    return createDataClient({
      transport: { ...transport, start },
      ...names,
      clock: this.clock,
      random: seededRandom(2),
      limits: { retryAttemptsMax: 1 },
    });
  }

  #watched(cluster: string, handler: MethodHandler): MethodHandler {
    if (handler.kind === 'unary') {
      return {
        kind: 'unary',
        handle: async (message, headers) => {
          const row = seenRow(cluster, 'MutateRow', data.MutateRowRequest.decode(message));
          return this.#watch([row], async () => handler.handle(message, headers));
        },
      };
    }
    return {
      kind: 'stream',
      handle: async (message, sink, headers) => {
        const { entries } = data.MutateRowsRequest.decode(message);
        const rows = entries.map((entry) => seenRow(cluster, 'MutateRows', entry));
        await this.#watch(rows, async () => handler.handle(message, sink, headers));
      },
    };
  }

  async #watch<T>(rows: readonly SeenRow[], serve: () => Promise<T>): Promise<T> {
    this.seen.push(...rows);
    this.calls += 1;
    for (const { key } of rows) {
      const count = (this.#atOnce.get(key) ?? 0) + 1;
      this.#atOnce.set(key, count);
      this.rowsAtOnceMax = Math.max(this.rowsAtOnceMax, count);
    }
    try {
      await this.hold(rows[0]!.cluster);
      const status = rows.map((row) => this.refuse(row)).find((each) => each !== undefined);
      if (status !== undefined) throw new RpcError(status, 'as the test wants it');
      return await serve();
    } finally {
      for (const { key } of rows) this.#atOnce.set(key, this.#atOnce.get(key)! - 1);
    }
  }
}

/** Virtual time whose wall clock can be set back, or stopped. */
class SetBackClock implements Clock {
  readonly #time = new VirtualClock();
  /** Added to the wall clock. */
  offsetMs = 0;
  /** Instead of the wall clock. */
  stoppedAtMs: number | undefined;

  nowMs = (): number => this.stoppedAtMs ?? this.#time.nowMs() + this.offsetMs;
  monotonicMs = this.#time.monotonicMs;
  schedule = this.#time.schedule;

  advance(byMs: number): Promise<void> {
    return this.#time.advance(byMs);
  }

  get pending(): number {
    return this.#time.pending;
  }
}

/** The row's mutation of a request. */
function seenRow(
  cluster: string,
  method: SeenRow['method'],
  { rowKey, mutations }: { rowKey?: Uint8Array | string | null; mutations?: data.IMutation[] | null },
): SeenRow {
  const sets = (mutations ?? []).map(({ setCell }) => setCell);
  const watermark = sets.at(-1);
  if (watermark?.familyName !== WATERMARK_FAMILY) throw new Error('the last mutation is no watermark');
  const text = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString('latin1');
  return {
    cluster,
    method,
    key: text(rowKey),
    cells: sets.slice(0, -1).flatMap((cell) => (cell ? [text(cell.columnQualifier)] : [])),
    versionMs: Number(watermark.timestampMicros) / 1_000,
    column: text(watermark.columnQualifier),
    predecessorMs: decodePredecessor(Buffer.from(watermark.value as Uint8Array)),
  };
}

export function clusterOf(id: string): Cluster<'serving'> {
  return {
    id,
    project: 'p',
    instance: INSTANCE,
    region: `region-${id}`,
    workload: 'serving',
    writes: 'accepted',
    code: originCode('i', id),
    appProfileId: `at-${id}`,
  };
}

export function set(qualifier = 'q', value = 'v', family = 'f'): Mutation {
  const cell = { columnQualifier: Buffer.from(qualifier), value: Buffer.from(value) };
  return { setCell: { ...cell, familyName: family, timestampMicros: 1_000 } };
}

export function rowOf(key: string, mutations: readonly Mutation[] = [set()]): RowMutations {
  return { key: Buffer.from(key), mutations };
}

/** A door: everything that waits for `opened` continues when it opens. */
export class Door {
  open!: () => void;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));
}
