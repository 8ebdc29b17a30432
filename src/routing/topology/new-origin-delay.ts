/** Newly accepting clusters count as draining for a while, so that all processes know them as origins by then. */
import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Cluster } from './cluster';
import type { StoreInstance, StoreTopology } from './store-topology';

export interface DelayedTopology {
  /** As the process goes by it now. */
  readonly topology: StoreTopology;
  /** Ids of the clusters that count as draining. */
  readonly delayedClusters: readonly string[];
  /** When the first of them is ready, by the clock of `nowMs`; undefined where none waits. */
  readonly firstReadyMs: number | undefined;
}

/**
 * Since when each cluster has been an origin in the topologies of this process: accepting or draining. Those of the first
 * topology have always been.
 */
export class NewOriginDelay {
  readonly #delayMs: number;
  #sinceMs: Map<OriginCode, number> | undefined;

  constructor(settleMs: number) {
    this.#delayMs = settleMs;
  }

  /** `nowMs`: by a monotonic clock. */
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

/** None where the instance would be left without a cluster for its writes: their announcements make that safe, too. */
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
