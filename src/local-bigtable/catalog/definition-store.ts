import BTree from 'sorted-btree';
import { admin } from '../encoding/proto';
import type { CommitQueue } from '../storage/commit-queue';
import type { EntryRecord } from '../storage/commit-storage';

/** What is to be kept under a resource's name from now on; without bytes, nothing. */
export type DefinitionChange = readonly [name: string, bytes: Uint8Array | undefined];

/** The definitions of instances, clusters and app profiles by resource name, in memory and in storage alike. */
export class DefinitionStore {
  readonly #commits: CommitQueue;
  /** Bytes as latin1. */
  readonly #values = new BTree<string, string>(undefined, (a, b) => (a < b ? -1 : a > b ? 1 : 0));
  #version = 0;

  constructor(commits: CommitQueue) {
    this.#commits = commits;
  }

  /** Takes over an entry of storage. */
  load(key: string, value: string): void {
    this.#values.set(Buffer.from(key, 'latin1').toString(), value);
  }

  instance(name: string): admin.Instance | undefined {
    return this.#decoded(admin.Instance, 'instances', name);
  }

  cluster(name: string): admin.Cluster | undefined {
    return this.#decoded(admin.Cluster, 'clusters', name);
  }

  appProfile(name: string): admin.AppProfile | undefined {
    return this.#decoded(admin.AppProfile, 'appProfiles', name);
  }

  bytes(name: string): Buffer | undefined {
    const value = this.#values.get(name);
    return value === undefined ? undefined : Buffer.from(value, 'latin1');
  }

  /** The names that begin with the prefix, in order. */
  namesWithPrefix(prefix: string): string[] {
    const names: string[] = [];
    for (const [name] of this.#values.entries(prefix)) {
      if (!name.startsWith(prefix)) break;
      names.push(name);
    }
    return names;
  }

  /** Makes the changes, all of them or none. */
  write(...changes: readonly DefinitionChange[]): void {
    this.writeAll(changes);
  }

  /** The same for any number of changes. */
  writeAll(changes: readonly DefinitionChange[]): void {
    this.#commits.checkWritable();
    const records = changes.flatMap((change) => this.#record(change) ?? []);
    if (records.length === 0) return;
    this.#version = this.#commits.nextVersion();
    for (const [name, bytes] of changes) {
      if (bytes === undefined) this.#values.delete(name);
      else this.#values.set(name, latin1(bytes));
    }
    this.#commits.appendAll(records);
  }

  /** Waits until all that was written is durable. */
  async whenDurable(): Promise<void> {
    await this.#commits.whenCommitted(this.#version);
  }

  /** Undefined when the change changes nothing. */
  #record([name, bytes]: DefinitionChange): EntryRecord | undefined {
    const before = this.#values.get(name);
    const after = bytes === undefined ? undefined : latin1(bytes);
    if (before === after) return undefined;
    return {
      kind: 'entry',
      space: 'resource',
      table: 0,
      key: latin1(Buffer.from(name)),
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    };
  }

  /** Undefined for the name of a resource of another kind, too: its bytes would decode to anything. */
  #decoded<T>(type: { decode(bytes: Uint8Array): T }, collection: string, name: string): T | undefined {
    const bytes = name.split('/').at(-2) === collection ? this.bytes(name) : undefined;
    return bytes === undefined ? undefined : type.decode(bytes);
  }
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

export const instanceChange = (definition: admin.IInstance): DefinitionChange => [
  definition.name ?? '',
  admin.Instance.encode(definition).finish(),
];

export const clusterChange = (definition: admin.ICluster): DefinitionChange => [
  definition.name ?? '',
  admin.Cluster.encode(definition).finish(),
];

export const appProfileChange = (definition: admin.IAppProfile): DefinitionChange => [
  definition.name ?? '',
  admin.AppProfile.encode(definition).finish(),
];
