import { BigtableError } from '../bigtable/client/bigtable-error';
import type { AppProfileState, InstanceAdminClient } from '../bigtable/admin/instance-admin-client';
import type { OriginCode } from '../core/consistency/row-watermark';
import { DEFAULTS } from '../config/defaults';
import type { Clock } from '../platform/time/clock';
import { GrpcStatus, type GrpcStatusCode } from '../platform/network/grpc';
import type { Logger } from '../platform/telemetry/logger';
import type { Random } from '../platform/random';
import { supervise, type SupervisedTask } from '../platform/tasks/supervisor';
import { bigtableIdOf, type Cluster } from '../routing/topology/cluster';
import type { AnswerObserver } from '../routing/clients/workload-clients';
import type { StoreInstance, StoreTopology } from '../routing/topology/store-topology';

/**
 * Result of comparing an app profile with the topology; `unknown` until profiles were listed or a call with this one
 * was answered.
 */
export type ProfileMatch = 'matches' | 'differs' | 'missing' | 'unknown';

export interface ProfileCheckOptions {
  readonly admin: (
    instance: Pick<StoreInstance, 'project' | 'id'>,
  ) => Pick<InstanceAdminClient, 'listAppProfiles'>;
  /** Returns the topology as declared, including distrusted clusters. */
  readonly topology: () => StoreTopology;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Called with the clusters whose profiles route elsewhere, whenever this set changes. */
  readonly onDistrusted: (codes: ReadonlySet<OriginCode>) => void;
}

/** Last answer through a profile that named the answering cluster. */
interface LastAnswer {
  readonly clusterId: string;
  /**
   * Whether the profile is used again although that answer came from another cluster. Each answer is still checked by
   * itself.
   */
  readonly isBeingRetried: boolean;
}

export interface ClusterProfile {
  readonly cluster: Cluster;
  readonly match: ProfileMatch;
}

/**
 * Compares the app profiles in Bigtable with the topology, which declares the cluster that each of them routes to. An
 * answer proves something only if it is known which cluster gave it. A profile that was changed to route elsewhere, for
 * example by hand during an outage, is distrusted until profile and topology agree again.
 *
 * If the process may not list profiles, the cluster ids reported by answers decide. An answer from another cluster has
 * already failed (`answering-cluster.ts`); distrusting its profile for an interval avoids further calls that would
 * fail.
 */
export class ProfileCheck implements AnswerObserver {
  readonly #options: ProfileCheckOptions;
  /** Results of the latest listing. */
  readonly #listed = new Map<OriginCode, ProfileMatch>();
  /** Last answers by instance and profile. */
  readonly #answered = new Map<string, LastAnswer>();
  readonly #unreadable = new Set<string>();
  #distrusted: ReadonlySet<OriginCode> = new Set();
  #task: SupervisedTask | undefined;

  constructor(options: ProfileCheckOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#task !== undefined || !this.#options.topology().hasClusterTopology) return;
    const { clock, random, logger } = this.#options;
    const { intervalMs, jitter, callTimeoutMs } = DEFAULTS.profiles;
    this.#task = supervise({
      name: 'app profiles',
      intervalMs,
      jitter,
      timeoutMs: 2 * callTimeoutMs,
      clock,
      random,
      run: (signal) => this.check(signal),
      onError: (error) => logger.warn({ err: error }, 'app profiles could not be listed'),
    });
    this.check().catch((error: unknown) => logger.warn({ err: error }, 'app profiles could not be listed'));
  }

  async stop(): Promise<void> {
    await this.#task?.stop();
  }

  status(): readonly ClusterProfile[] {
    return clustersIn(this.#options.topology()).map((cluster) => ({
      cluster,
      match: this.#matchOf(cluster),
    }));
  }

  onAnswer({ instance, appProfileId }: Cluster, clusterId: string): void {
    const cluster = clustersIn(this.#options.topology()).find(
      (each) => each.instance === instance && profilesOf(each).includes(appProfileId),
    );
    if (cluster === undefined) return;
    const isOther = clusterId !== bigtableIdOf(cluster);
    const before = this.#answered.get(keyOf(instance, appProfileId));
    this.#answered.set(keyOf(instance, appProfileId), { clusterId, isBeingRetried: false });
    const about = { cluster: cluster.id, appProfile: appProfileId, answeredBy: clusterId };
    if (isOther && before?.clusterId !== clusterId) {
      this.#options.logger.error(
        about,
        'a cluster other than the one declared for the app profile answered: the profile is not trusted',
      );
    } else if (!isOther && before !== undefined && before.clusterId !== clusterId) {
      this.#options.logger.info(about, 'the cluster declared for the app profile answers again');
    }
    this.#publish();
  }

  /** Compares all profiles once. Profiles that cannot be listed keep their last result. */
  async check(signal?: AbortSignal): Promise<void> {
    const { instances } = this.#options.topology();
    const outcomes = await Promise.allSettled(
      instances.map((instance) => this.#checkInstance(instance, signal)),
    );
    this.#publish();
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  async #checkInstance(instance: StoreInstance, signal: AbortSignal | undefined): Promise<void> {
    try {
      const profiles = await this.#list(instance, signal);
      if (profiles === undefined) return;
      for (const cluster of clustersOf(instance)) this.#recordListed(cluster, listedMatch(cluster, profiles));
    } finally {
      clustersOf(instance).forEach((cluster) => this.#allowRetry(cluster));
    }
  }

  /** Lists the profiles; undefined when this process has no permission or the server has no such API. */
  async #list(
    instance: StoreInstance,
    signal: AbortSignal | undefined,
  ): Promise<readonly AppProfileState[] | undefined> {
    const { admin, logger } = this.#options;
    const timeoutMs = DEFAULTS.profiles.callTimeoutMs;
    try {
      const call = signal === undefined ? { timeoutMs } : { timeoutMs, signal };
      const profiles = await admin(instance).listAppProfiles(call);
      this.#unreadable.delete(instance.id);
      return profiles;
    } catch (error) {
      if (!(error instanceof BigtableError) || !LISTING_DENIED.has(error.grpcStatus)) throw error;
      if (!this.#unreadable.has(instance.id)) {
        logger.info(
          { err: error, instance: instance.id },
          'app profiles cannot be listed, so they cannot be compared with the topology: grant bigtable.appProfiles.list',
        );
      }
      this.#unreadable.add(instance.id);
      return undefined;
    }
  }

  #matchOf(cluster: Cluster): ProfileMatch {
    const listed = this.#listed.get(cluster.code) ?? 'unknown';
    const answered = this.#answeredBy(cluster);
    if (listed === 'differs' || listed === 'missing') return listed;
    if (answered.some(({ clusterId }) => clusterId !== bigtableIdOf(cluster))) return 'differs';
    return answered.length > 0 ? 'matches' : listed;
  }

  #isDistrusted(cluster: Cluster): boolean {
    const isOther = ({ clusterId, isBeingRetried }: LastAnswer): boolean =>
      clusterId !== bigtableIdOf(cluster) && !isBeingRetried;
    return this.#listed.get(cluster.code) === 'differs' || this.#answeredBy(cluster).some(isOther);
  }

  #answeredBy(cluster: Cluster): readonly LastAnswer[] {
    return profilesOf(cluster).flatMap((id) => this.#answered.get(keyOf(cluster.instance, id)) ?? []);
  }

  #allowRetry(cluster: Cluster): void {
    for (const id of profilesOf(cluster)) {
      const key = keyOf(cluster.instance, id);
      const answered = this.#answered.get(key);
      if (answered !== undefined) this.#answered.set(key, { ...answered, isBeingRetried: true });
    }
  }

  #recordListed(cluster: Cluster, match: ProfileMatch): void {
    const before = this.#listed.get(cluster.code) ?? 'unknown';
    this.#listed.set(cluster.code, match);
    if (before === match) return;
    const about = { cluster: cluster.id, appProfile: cluster.appProfileId };
    const { logger } = this.#options;
    if (match === 'differs') {
      logger.error(about, 'the app profile does not route to its declared cluster only: it is not trusted');
    } else if (match === 'missing')
      logger.error(about, 'the app profile declared in the topology does not exist');
    else if (before !== 'unknown') logger.info(about, 'the app profile routes to its declared cluster again');
  }

  #publish(): void {
    const distrusted = clustersIn(this.#options.topology()).filter((cluster) => this.#isDistrusted(cluster));
    const codes = distrusted.map(({ code }) => code);
    const isSame =
      codes.length === this.#distrusted.size && codes.every((code) => this.#distrusted.has(code));
    if (isSame) return;
    this.#distrusted = new Set(codes);
    this.#options.onDistrusted(this.#distrusted);
  }
}

const LISTING_DENIED: ReadonlySet<GrpcStatusCode> = new Set<GrpcStatusCode>([
  GrpcStatus.PERMISSION_DENIED,
  GrpcStatus.UNAUTHENTICATED,
  GrpcStatus.UNIMPLEMENTED,
]);

/** Returns the clusters with an app profile of their own. */
const clustersOf = ({ clusters }: StoreInstance): readonly Cluster[] =>
  [...clusters.serving, ...clusters.batch].filter(({ indirect }) => indirect === undefined);

const clustersIn = ({ instances }: StoreTopology): readonly Cluster[] => instances.flatMap(clustersOf);

/** Returns the ids of the profiles that route to this cluster only. */
const profilesOf = ({ appProfileId, transactionsProfileId }: Cluster): readonly string[] =>
  transactionsProfileId === undefined || transactionsProfileId === appProfileId
    ? [appProfileId]
    : [appProfileId, transactionsProfileId];

const keyOf = (instance: string, appProfileId: string): string => `${instance}/${appProfileId}`;

function listedMatch(cluster: Cluster, profiles: readonly AppProfileState[]): ProfileMatch {
  const { appProfileId, transactionsProfileId } = cluster;
  const clusterId = bigtableIdOf(cluster);
  const found = profiles.find((profile) => profile.id === appProfileId);
  if (found !== undefined && found.clusterId !== clusterId) return 'differs';
  const deciding = profiles.find((profile) => profile.id === transactionsProfileId)?.clusterId;
  // A profile that routes to several clusters is safe: Bigtable rejects transactions through it.
  if (deciding !== undefined && deciding !== clusterId) return 'differs';
  return found === undefined ? 'missing' : 'matches';
}
