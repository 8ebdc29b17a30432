import { google } from '@google-cloud/bigtable/build/protos/protos';
import { type LocalCore, type LocalCoreOptions, openCore } from '../../../src/local-bigtable/core';
import type { MessageSink } from '../../../src/local-bigtable/grpc/server-call';
import { CLIENT_REGION_HEADER } from '../../../src/local-bigtable/service/data-method';
import { parseTopology } from '../../../src/routing/topology/topology-file';
import { FRAME_HEADER_BYTES } from '../../../src/platform/network/grpc';
import { seededRandom } from '../../../src/platform/random';
import { VirtualClock } from '../virtual-clock';

import data = google.bigtable.v2;

const INSTANCE = 'projects/p/instances/demo';
const TABLE = `${INSTANCE}/tables/t`;
const DATA = '/google.bigtable.v2.Bigtable';

/** Two clusters in eu, one each in us and asia. The app profile `at-<cluster>` routes to one, `any` to all. */
const TOPOLOGY = {
  project: 'p',
  clientRegions: ['africa'],
  instances: {
    demo: {
      clusters: {
        'eu-a': { region: 'eu' },
        'eu-b': { region: 'eu', zone: 'eu-b' },
        'us-a': { region: 'us' },
        'asia-a': { region: 'asia' },
      },
      appProfiles: {
        any: { clusters: 'all' },
        'at-eu-a': { cluster: 'eu-a' },
        'at-eu-b': { cluster: 'eu-b' },
        'at-us-a': { cluster: 'us-a' },
        'at-asia-a': { cluster: 'asia-a' },
      },
    },
  },
  links: [
    { between: ['eu', 'us'], delayMs: 40 },
    { between: ['us', 'asia'], delayMs: 80 },
    { between: ['eu', 'asia'], delayMs: 120 },
    { between: ['eu', 'africa'], delayMs: 60 },
    { between: ['us', 'africa'], delayMs: 100 },
    { between: ['asia', 'africa'], delayMs: 150 },
  ],
};

export interface Where {
  /** Cluster of the app profile. Default: the nearest. */
  readonly at?: string;
  /** Region of the client. */
  readonly from?: string;
}

/** Embedded Bigtable on virtual time, with seeded randomness, one table, and a client. */
export class FaultWorld {
  readonly clock = new VirtualClock();
  core!: LocalCore;

  static async open(seed = 1, reading: LocalCoreOptions['reading'] = {}): Promise<FaultWorld> {
    const world = new FaultWorld();
    const topology = parseTopology(TOPOLOGY);
    world.core = await openCore({ topology, clock: world.clock, random: seededRandom(seed), reading });
    await world.createTable();
    return world;
  }

  async createTable(): Promise<void> {
    const { tables, instances } = this.core.dependencies;
    await tables.create({ name: TABLE }, [{ name: 'f' }], instances.getOrCreate(INSTANCE));
  }

  async dropTable(): Promise<void> {
    const { tables, catalog } = this.core.dependencies;
    await tables.drop(catalog.table(TABLE));
  }

  get instance() {
    return this.core.dependencies.catalog.instance(INSTANCE);
  }

  get faults() {
    return this.core.faults;
  }

  write(row: string, value: string, where: Where = {}): Promise<void> {
    const setCell = {
      familyName: 'f',
      columnQualifier: Buffer.from('q'),
      value: Buffer.from(value),
      timestampMicros: 0,
    };
    const request = { ...this.#target(where), rowKey: Buffer.from(row), mutations: [{ setCell }] };
    const message = data.MutateRowRequest.encode(request).finish();
    return this.#unary('MutateRow', Buffer.from(message), where).then(() => undefined);
  }

  /** Reads the whole table into the sink. */
  async scan(sink: MessageSink, where: Where = {}): Promise<void> {
    const message = data.ReadRowsRequest.encode(this.#target(where)).finish();
    await this.#stream('ReadRows', Buffer.from(message), where, sink);
  }

  /** Returns the row's value; undefined when it has none. */
  async read(row: string, where: Where = {}, sink = new CollectingSink()): Promise<string | undefined> {
    const request = { ...this.#target(where), rows: { rowKeys: [Buffer.from(row)] } };
    const message = data.ReadRowsRequest.encode(request).finish();
    await this.#stream('ReadRows', Buffer.from(message), where, sink);
    const chunks = sink.frames.flatMap(
      (frame) => data.ReadRowsResponse.decode(frame.subarray(FRAME_HEADER_BYTES)).chunks,
    );
    const value = chunks[0]?.value;
    return value === undefined || value === null ? undefined : Buffer.from(value as Uint8Array).toString();
  }

  /** Advances time until the promise has settled. Throws if it rejects. */
  async settled<T>(promise: Promise<T>): Promise<{ readonly value: T; readonly tookMs: number }> {
    const startMs = this.clock.monotonicMs();
    let over = false;
    const ending = promise.finally(() => (over = true));
    ending.catch(() => undefined);
    for (let waited = 0; waited < 100_000; waited++) {
      await this.clock.advance(0);
      if (over) return { value: await ending, tookMs: this.clock.monotonicMs() - startMs };
      await this.clock.advance(1);
    }
    throw new Error('not within 100 s');
  }

  /** Returns the row's value at each cluster. */
  async everywhere(row: string): Promise<Record<string, string | undefined>> {
    const values: Record<string, string | undefined> = {};
    for (const id of this.instance.clusters.keys()) {
      const { value } = await this.settled(this.read(row, { at: id }));
      values[id] = value;
    }
    return values;
  }

  async #unary(method: string, message: Buffer, where: Where): Promise<Buffer> {
    const handler = this.core.handlers.get(`${DATA}/${method}`);
    if (handler?.kind !== 'unary') throw new Error(`${method} is not unary`);
    return handler.handle(message, headers(where));
  }

  async #stream(method: string, message: Buffer, where: Where, sink: MessageSink): Promise<void> {
    const handler = this.core.handlers.get(`${DATA}/${method}`);
    if (handler?.kind !== 'stream') throw new Error(`${method} is no stream`);
    await handler.handle(message, sink, headers(where));
  }

  #target({ at }: Where): { tableName: string; appProfileId: string } {
    return { tableName: TABLE, appProfileId: at === undefined ? 'any' : `at-${at}` };
  }
}

const headers = ({ from }: Where): Record<string, string> =>
  from === undefined ? {} : { [CLIENT_REGION_HEADER]: from };

/** Collects the messages of a streaming method, and can cancel it. */
export class CollectingSink implements MessageSink {
  readonly frames: Buffer[] = [];
  isEnded = false;
  #task: (() => void) | undefined;

  write(frame: Buffer): undefined {
    this.frames.push(frame);
  }

  onEnded(task: () => void): void {
    this.#task = task;
    if (this.isEnded) task();
  }

  giveUp(): void {
    this.isEnded = true;
    this.#task?.();
  }
}
