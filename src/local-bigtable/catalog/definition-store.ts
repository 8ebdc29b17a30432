import BTree from 'sorted-btree';
import { admin, iam } from '../encoding/proto';
import type { CommitQueue } from '../storage/commit-queue';
import type { EntryRecord } from '../storage/commit-storage';

/** Change of a resource's definition. Undefined bytes remove it. */
export type DefinitionChange = readonly [name: string, bytes: Uint8Array | undefined];

/** Definitions of instances, clusters and app profiles by resource name, in memory and in storage. */
export class DefinitionStore {
  readonly #commits: CommitQueue;
  /** Serialized definitions as latin1. */
  readonly #values = new BTree<string, string>(undefined, (a, b) => (a < b ? -1 : a > b ? 1 : 0));
  #version = 0;

  constructor(commits: CommitQueue) {
    this.#commits = commits;
  }

  /** Adds an entry from storage. */
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

  authorizedView(name: string): admin.AuthorizedView | undefined {
    return this.#decoded(admin.AuthorizedView, 'authorizedViews', name);
  }

  backup(name: string): admin.Backup | undefined {
    return this.#decoded(admin.Backup, 'backups', name) ?? this.#decoded(admin.Backup, 'deletedTables', name);
  }

  /** Returns the IAM policy of a resource. */
  policy(resource: string): iam.Policy | undefined {
    return this.#decoded(iam.Policy, 'iamPolicies', policyName(resource));
  }

  bytes(name: string): Buffer | undefined {
    const value = this.#values.get(name);
    return value === undefined ? undefined : Buffer.from(value, 'latin1');
  }

  /** Returns the names that begin with the prefix, sorted. */
  namesWithPrefix(prefix: string): string[] {
    const names: string[] = [];
    for (const [name] of this.#values.entries(prefix)) {
      if (!name.startsWith(prefix)) break;
      names.push(name);
    }
    return names;
  }

  /** Applies all changes or none. */
  write(...changes: readonly DefinitionChange[]): void {
    this.writeAll(changes);
  }

  /** Applies all changes or none. Takes a list of any length. */
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

  /** Resolves when all writes so far are durable. */
  async whenDurable(): Promise<void> {
    await this.#commits.whenCommitted(this.#version);
  }

  /** Converts a change to a storage record. Returns undefined when it changes nothing. */
  #record([name, bytes]: DefinitionChange): EntryRecord | undefined {
    const before = this.#values.get(name);
    const after = bytes === undefined ? undefined : latin1(bytes);
    if (before === after) return undefined;
    return {
      kind: 'entry',
      space: 'resource',
      table: 0,
      key: latin1(Buffer.from(name)),
      before,
      after,
    };
  }

  /**
   * Decodes a definition. Returns undefined for a resource of another kind, whose bytes would decode to arbitrary
   * values.
   */
  #decoded<T>(type: { decode(bytes: Uint8Array): T }, collection: string, name: string): T | undefined {
    const bytes = name.split('/').at(-2) === collection ? this.bytes(name) : undefined;
    return bytes === undefined ? undefined : type.decode(bytes);
  }
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** Returns the change that stores an authorized view. */
export const authorizedViewChange = (definition: admin.IAuthorizedView): DefinitionChange => [
  definition.name ?? '',
  admin.AuthorizedView.encode(definition).finish(),
];

/** Returns the change that stores the definition of a backup. */
export const backupChange = (definition: admin.IBackup): DefinitionChange => [
  definition.name ?? '',
  admin.Backup.encode(definition).finish(),
];

/** Returns the change that stores the IAM policy of a resource. */
export const policyChange = (resource: string, policy: iam.IPolicy): DefinitionChange => [
  policyName(resource),
  iam.Policy.encode(policy).finish(),
];

const policyName = (resource: string): string => `${resource}/iamPolicies/policy`;

/** Returns the change that stores an instance. */
export const instanceChange = (definition: admin.IInstance): DefinitionChange => [
  definition.name ?? '',
  admin.Instance.encode(definition).finish(),
];

/** Returns the change that stores a cluster. */
export const clusterChange = (definition: admin.ICluster): DefinitionChange => [
  definition.name ?? '',
  admin.Cluster.encode(definition).finish(),
];

/** Returns the change that stores an app profile. */
export const appProfileChange = (definition: admin.IAppProfile): DefinitionChange => [
  definition.name ?? '',
  admin.AppProfile.encode(definition).finish(),
];
