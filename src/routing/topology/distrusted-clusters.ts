/** Removes clusters from a topology whose app profiles route elsewhere. Pure. */
import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Cluster } from './cluster';
import { originCode } from './origin-code';
import type { StoreInstance, StoreTopology } from './store-topology';

/**
 * Returns the topology with each distrusted cluster replaced by two entries. The cluster itself stays an origin whose
 * writes count but which cannot be read, like a fenced cluster without a fence time. Its app profile becomes an
 * indirect entry: it still answers eventual reads, but proves nothing by itself.
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
