/**
 * Treats newly accepting clusters as draining for a while, so that all processes know them as origins before they take
 * writes.
 */
import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Cluster } from './cluster';
import type { StoreInstance, StoreTopology } from './store-topology';

export interface DelayedTopology {
  /** Topology to use now, with the delayed clusters as draining. */
  readonly topology: StoreTopology;
  /** Ids of the clusters that still count as draining. */
  readonly delayedClusters: readonly string[];
  /** Time at which the first of them becomes accepting, by the clock of `nowMs`; undefined when none is delayed. */
  readonly firstReadyMs: number | undefined;
}

/**
 * Tracks since when each cluster has been an origin (accepting or draining) in the topologies of this process. Origins
 * of the first topology are never delayed.
 */
export class NewOriginDelay {
  readonly #delayMs: number;
  #sinceMs: Map<OriginCode, number> | undefined;

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  /** Applies the delay to a topology. `nowMs` is monotonic time. */
  apply(topology: StoreTopology, nowMs: number): DelayedTopology {
    const before = this.#sinceMs;
    const since = new Map<OriginCode, number>();
    for (const { code } of topology.instances.flatMap(originsOf)) {
      since.set(code, before === undefined ? -Infinity : (before.get(code) ?? nowMs));
    }
    this.#sinceMs = since;
    const readyMs = ({ code }: Cluster): number => since.get(code)! + this.#delayMs;
    const waiting = topology.instances
      .flatMap((instance) => delayedIn(instance, (cluster) => readyMs(cluster) > nowMs))
      .sort((a, b) => readyMs(a) - readyMs(b));
    const [first] = waiting;
    if (first === undefined) return { topology, delayedClusters: [], firstReadyMs: undefined };
    const codes = new Set(waiting.map(({ code }) => code));
    return {
      topology: withDraining(topology, codes),
      delayedClusters: waiting.map(({ id }) => id),
      firstReadyMs: readyMs(first),
    };
  }
}

const originsOf = ({ clusters }: StoreInstance): readonly Cluster<'serving'>[] =>
  clusters.serving.filter(({ writes }) => writes === 'accepted' || writes === 'draining');

/**
 * Returns no cluster when the instance would be left without one for its writes: announcements keep that case safe as
 * well.
 */
function delayedIn(
  { clusters }: StoreInstance,
  isNew: (cluster: Cluster<'serving'>) => boolean,
): readonly Cluster<'serving'>[] {
  const accepting = clusters.serving.filter(({ writes }) => writes === 'accepted');
  const waiting = accepting.filter(isNew);
  return waiting.length < accepting.length ? waiting : [];
}

function withDraining(topology: StoreTopology, codes: ReadonlySet<OriginCode>): StoreTopology {
  const byInstance = new Map(
    topology.instances.map((instance) => [instance, drainedInstance(instance, codes)] as const),
  );
  return Object.freeze({
    ...topology,
    instances: [...byInstance.values()],
    corpora: new Map([...topology.corpora].map(([corpus, instance]) => [corpus, byInstance.get(instance)!])),
  });
}

function drainedInstance(instance: StoreInstance, codes: ReadonlySet<OriginCode>): StoreInstance {
  const serving = instance.clusters.serving.map((cluster) =>
    codes.has(cluster.code) ? Object.freeze({ ...cluster, writes: 'draining' as const }) : cluster,
  );
  return Object.freeze({ ...instance, clusters: { ...instance.clusters, serving } });
}
