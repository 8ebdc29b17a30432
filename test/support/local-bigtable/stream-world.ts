import { google } from '@google-cloud/bigtable/build/protos/protos';
import type { TableEntry } from '../../../src/local-bigtable/catalog/catalog';
import { type LocalCore, type LocalCoreOptions, openCore } from '../../../src/local-bigtable/core';
import type { Instance } from '../../../src/local-bigtable/catalog/instance';
import type { EmulatedCluster } from '../../../src/local-bigtable/replication/local-cluster';
import type { RowOperation } from '../../../src/local-bigtable/store/stored-row';
import type { FamilyDefinition } from '../../../src/local-bigtable/store/stored-table';
import { FRAME_HEADER_BYTES } from '../../../src/platform/network/grpc';
import { ChangeStreamClientCall, latin1 } from './change-stream';
import { LOCAL_INSTANCE, LOCAL_TABLE } from './local-core';
import { MemoryStorage } from './memory-storage';
import { VirtualClock } from '../virtual-clock';

import admin = google.bigtable.admin.v2;
import data = google.bigtable.v2;
import type { ProfileRouting } from '../../../src/routing/topology/topology';

export interface StreamWorldOptions extends LocalCoreOptions {
  readonly families: readonly FamilyDefinition[];
  /** Cluster ids, each in its own region. */
  readonly clusters: readonly string[];
  readonly initialSplits?: readonly string[];
}

/** Start and end of a partition. An empty end is the end of the table. */
export type Bounds = readonly [start: string, end: string];

interface ReadOptions extends data.IReadChangeStreamRequest {
  readonly token?: string;
}

interface Codec<T> {
  encode(message: T): { finish(): Uint8Array };
}

/**
 * Embedded Bigtable on virtual time with a disk in memory and one table with a change stream. Each app profile has the
 * name of the cluster that it routes to; `any` routes to all.
 */
export class StreamWorld {
  readonly clock = new VirtualClock();
  readonly storage = new MemoryStorage();
  readonly startMs = this.clock.nowMs();
  readonly #options: StreamWorldOptions;
  readonly #calls: ChangeStreamClientCall[] = [];
  core!: LocalCore;
  table!: TableEntry;

  private constructor(options: StreamWorldOptions) {
    this.#options = options;
  }

  static async open(options: StreamWorldOptions): Promise<StreamWorld> {
    const world = new StreamWorld(options);
    await world.#open();
    const { instances, tables, catalog } = world.core.dependencies;
    const columnFamilies = Object.fromEntries(
      options.families.map((family) => [family.name, definitionOf(family)]),
    );
    const definition = { name: LOCAL_TABLE, columnFamilies, ...changeStreamConfig(DAY_MS) };
    await tables.create(
      definition,
      options.families,
      instances.getOrCreate(LOCAL_INSTANCE),
      options.initialSplits,
    );
    world.table = catalog.table(LOCAL_TABLE);
    return world;
  }

  get instance(): Instance {
    return this.core.dependencies.catalog.instance(LOCAL_INSTANCE);
  }

  get stream() {
    return this.core.dependencies.changeStreams.of(this.table);
  }

  cluster(id: string): EmulatedCluster {
    return this.instance.cluster(id);
  }

  write(at: string, key: string, operations: readonly RowOperation[]): number {
    return this.table.replicaAt(this.cluster(at)).commit(key, operations);
  }

  /** Reads at a cluster: a partition, or the whole table. */
  read(
    at: string,
    { token, partition, ...request }: Omit<ReadOptions, 'partition'> & { partition?: Bounds } = {},
  ): ChangeStreamClientCall {
    const bounds = partition ?? WHOLE_TABLE;
    const tokens = token === undefined ? undefined : { tokens: [{ partition: partitionOf(bounds), token }] };
    return this.#read({
      tableName: LOCAL_TABLE,
      appProfileId: at,
      partition: partitionOf(bounds),
      ...(tokens && { continuationTokens: tokens }),
      ...request,
    });
  }

  /** Reads a partition from the tokens of several. */
  readMerged(
    at: string,
    bounds: Bounds,
    parts: readonly { bounds: Bounds; token: string }[],
  ): ChangeStreamClientCall {
    const tokens = parts.map((part) => ({ partition: partitionOf(part.bounds), token: part.token }));
    return this.#read({
      tableName: LOCAL_TABLE,
      appProfileId: at,
      partition: partitionOf(bounds),
      continuationTokens: { tokens },
    });
  }

  async partitions(): Promise<Bounds[]> {
    const type = data.GenerateInitialChangeStreamPartitionsResponse;
    const frames = await this.call(
      'GenerateInitialChangeStreamPartitions',
      data.GenerateInitialChangeStreamPartitionsRequest,
      {},
    );
    return frames.map((frame) => this.boundsOf(type.decode(frame).partition!));
  }

  boundsOf({ rowRange }: data.IStreamPartition): Bounds {
    return [latin1(rowRange?.startKeyClosed), latin1(rowRange?.endKeyOpen)];
  }

  /** Calls a method of the data API on the table and returns its messages. */
  async call<T extends object>(
    name: string,
    type: Codec<T>,
    request: Omit<T, 'tableName'>,
    at = 'a',
  ): Promise<Buffer[]> {
    const handler = this.core.handlers.get(`/google.bigtable.v2.Bigtable/${name}`)!;
    const message = { tableName: LOCAL_TABLE, appProfileId: at, ...request } as unknown as T;
    const bytes = Buffer.from(type.encode(message).finish());
    const frames: Buffer[] = [];
    const write = (frame: Buffer): undefined => void frames.push(frame);
    if (handler.kind === 'unary') write(await handler.handle(bytes, {}));
    else await handler.handle(bytes, { isEnded: false, write, onEnded: () => undefined }, {});
    return frames.map((frame) => frame.subarray(FRAME_HEADER_BYTES));
  }

  async setFamilies(families: readonly FamilyDefinition[]): Promise<void> {
    await this.core.dependencies.tables.redefine(this.table, this.table.definition, { families });
  }

  /** Changes the retention of the change stream; 0 disables it. */
  async redefine(retentionMs: number): Promise<void> {
    const definition = {
      ...this.table.definition,
      changeStreamConfig: null,
      ...changeStreamConfig(retentionMs),
    };
    await this.core.dependencies.tables.redefine(this.table, definition);
  }

  /** Waits for everything that can happen without time passing. */
  async runPending(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await this.clock.advance(0);
  }

  /** Lets time pass in small steps, so that commits, which take turns but no time, keep up. */
  async advance(byMs: number): Promise<void> {
    for (let passedMs = 0; passedMs < byMs; passedMs += STEP_MS) {
      await this.clock.advance(Math.min(STEP_MS, byMs - passedMs));
      await this.runPending();
    }
  }

  /** Returns the keys of the changes in storage. */
  changeEntries(): string[] {
    return [...this.storage.entries('change', this.table.number).keys()].filter((key) => key !== '');
  }

  /** Kills the process and starts another one. */
  async reopen(): Promise<void> {
    await this.runPending();
    for (const call of this.#calls.splice(0)) call.cancel();
    await this.core.close();
    await this.#open();
    this.table = this.core.dependencies.catalog.table(LOCAL_TABLE);
  }

  async close(): Promise<void> {
    for (const call of this.#calls) call.cancel();
    await this.core.close();
  }

  async #open(): Promise<void> {
    this.core = await openCore({ ...this.#options, clock: this.clock }, this.storage);
    const { instances, catalog } = this.core.dependencies;
    const places = this.#options.clusters.map((id) => ({ id, region: id, zone: `${id}-a` }));
    if (!catalog.instances.has(LOCAL_INSTANCE)) instances.create(LOCAL_INSTANCE, places);
    for (const { id } of places) this.addProfile(id);
    this.#addProfile('any', { kind: 'multi-cluster', clusterIds: [], rowAffinity: false });
  }

  /** Adds an app profile that routes to a cluster and has its name. */
  addProfile(clusterId: string): void {
    this.#addProfile(clusterId, { kind: 'single-cluster', clusterId, transactions: true });
  }

  #addProfile(id: string, routing: ProfileRouting): void {
    this.instance.appProfiles.set(id, { id, routing, readOnly: false });
  }

  #read(request: data.IReadChangeStreamRequest): ChangeStreamClientCall {
    const call = new ChangeStreamClientCall(this.core, request);
    this.#calls.push(call);
    return call;
  }
}

function changeStreamConfig(retentionMs: number) {
  return retentionMs === 0
    ? {}
    : { changeStreamConfig: { retentionPeriod: { seconds: retentionMs / 1_000 } } };
}

function definitionOf({ aggregator: aggregate, gcRule }: FamilyDefinition): admin.IColumnFamily {
  const inputType = { int64Type: { encoding: { bigEndianBytes: {} } } };
  return {
    ...(aggregate && { valueType: { aggregateType: { inputType, [aggregate.name]: {} } } }),
    ...(gcRule?.kind === 'versions' && { gcRule: { maxNumVersions: gcRule.max } }),
  };
}

const partitionOf = ([start, end]: Bounds): data.IStreamPartition => ({
  rowRange: { startKeyClosed: Buffer.from(start, 'latin1'), endKeyOpen: Buffer.from(end, 'latin1') },
});

const STEP_MS = 100;
const WHOLE_TABLE: Bounds = ['', ''];
const DAY_MS = 24 * 3_600_000;
