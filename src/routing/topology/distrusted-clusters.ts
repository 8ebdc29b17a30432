/** A topology without the clusters whose app profiles lead elsewhere: pure. */
import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Cluster } from './cluster';
import { originCode } from './origin-code';
import type { StoreInstance, StoreTopology } from './store-topology';

/**
 * Clusters that cannot be reached by name stay origins, whose writes count and which no process can ask: as if they were
 * fenced, at no time. What their profiles lead to goes on answering eventual reads, and proves nothing by itself.
 */
export function withoutDistrusted(topology: StoreTopology, codes: ReadonlySet<OriginCode>): StoreTopology {
  if (codes.size === 0) return topology;
  const byInstance = new Map(
    topology.instances.map((instance) => [instance, distrustedIn(instance, codes)] as const),
  );
  return Object.freeze({
    ...topology,
    instances: [...byInstance.values()],
    corpora: new Map([...topology.corpora].map(([corpus, instance]) => [corpus, byInstance.get(instance)!])),
  });
}

function distrustedIn(instance: StoreInstance, codes: ReadonlySet<OriginCode>): StoreInstance {
  const { serving, batch } = instance.clusters;
  const replaced = <C extends Cluster>(clusters: readonly C[]): C[] =>
    clusters.flatMap((cluster) =>
      codes.has(cluster.code) ? [asUnreachable(cluster), asIndirect(cluster)] : [cluster],
    );
  return Object.freeze({ ...instance, clusters: { serving: replaced(serving), batch: replaced(batch) } });
}

function asUnreachable<C extends Cluster>(cluster: C): C {
  const isOrigin = cluster.writes === 'accepted' || cluster.writes === 'draining';
  const fencedAtMs = cluster.fencedAtMs ?? (isOrigin ? Infinity : -Infinity);
  return Object.freeze({ ...cluster, writes: 'fenced', fencedAtMs });
}

function asIndirect<C extends Cluster>(cluster: C): C {
  const { instance, appProfileId } = cluster;
  const id = `any:${appProfileId}`;
  return Object.freeze({
    ...cluster,
    id,
    code: originCode(instance, id),
    writes: 'refused',
    indirect: 'any',
  });
}
