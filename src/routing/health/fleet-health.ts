import type { OriginCode } from '../../core/consistency/row-watermark';
import { ClusterHealth, type HealthLimits } from './cluster-health';
import type { Cluster } from '../topology/cluster';

export interface FleetLimits extends HealthLimits {
  readonly ejectedShareMax: number;
  readonly latencyOutlierFactor: number;
  readonly latencyOutlierMinMs: number;
  readonly latencyComparisonMs: number;
}

interface RegisteredCluster {
  readonly cluster: Cluster;
  readonly health: ClusterHealth;
}

/** Health of all clusters of a router, and the comparison between them. */
export class FleetHealth {
  readonly #limits: FleetLimits;
  #members: ReadonlyMap<OriginCode, RegisteredCluster> = new Map();
  #healths: readonly ClusterHealth[] = [];
  #comparedMs = -Infinity;

  constructor(limits: FleetLimits) {
    this.#limits = limits;
  }

  /** Registers exactly these clusters. Clusters that were registered before keep their health. */
  register(clusters: readonly Cluster[]): void {
    this.#members = new Map(
      clusters.map((cluster) => {
        const health = this.#members.get(cluster.code)?.health ?? this.#newHealth();
        return [cluster.code, { cluster, health }];
      }),
    );
    this.#healths = [...this.#members.values()].map(({ health }) => health);
  }

  /** Returns the health of a cluster; undefined when it is no longer registered. */
  of(cluster: Cluster): ClusterHealth | undefined {
    return this.#members.get(cluster.code)?.health;
  }

  /** True when all clusters are healthy, which is the common case: nothing needs to be reordered. */
  get allHealthy(): boolean {
    for (const health of this.#healths) if (health.isUnhealthy) return false;
    return true;
  }

  /** Records the latency of a point read; compares the clusters' latencies periodically. */
  recordLatency(health: ClusterHealth, latencyMs: number, nowMs: number): void {
    health.latency.record(latencyMs, nowMs);
    if (nowMs < this.#comparedMs + this.#limits.latencyComparisonMs) return;
    this.#comparedMs = nowMs;
    this.#ejectSlow(nowMs);
  }

  #newHealth(): ClusterHealth {
    return new ClusterHealth(this.#limits, (nowMs) => this.#mayEject(nowMs));
  }

  /** Allows at least one ejection, as Envoy does. */
  #mayEject(nowMs: number): boolean {
    const away = this.#healths.filter((health) => isAway(health, nowMs)).length;
    return away === 0 || away + 1 <= this.#healths.length * this.#limits.ejectedShareMax;
  }

  /** Ejects latency outliers. Clusters are compared within a region only: across regions, the distance differs. */
  #ejectSlow(nowMs: number): void {
    const { latencyOutlierFactor, latencyOutlierMinMs } = this.#limits;
    for (const { cluster, health } of this.#members.values()) {
      const medianMs = this.#medianMs(health, nowMs);
      const others = this.#mediansBeside(cluster, nowMs);
      if (medianMs === undefined || others.length === 0) continue;
      const usualMs = others[Math.floor(others.length / 2)]!;
      const isSlow = medianMs > usualMs * latencyOutlierFactor && medianMs > usualMs + latencyOutlierMinMs;
      if (isSlow) health.eject(nowMs);
    }
  }

  #medianMs({ latency }: ClusterHealth, nowMs: number): number | undefined {
    const isEnough = latency.sampleCount(nowMs) >= this.#limits.latencySamplesMin;
    return isEnough ? latency.quantileMs(0.5, nowMs) : undefined;
  }

  #mediansBeside({ code, region }: Cluster, nowMs: number): readonly number[] {
    return [...this.#members.values()]
      .filter(({ cluster }) => cluster.region === region && cluster.code !== code)
      .map(({ health }) => this.#medianMs(health, nowMs))
      .filter((median) => median !== undefined)
      .sort((a, b) => a - b);
  }
}

function isAway(health: ClusterHealth, nowMs: number): boolean {
  const { kind } = health.phase(nowMs);
  return kind === 'ejected' || kind === 'half-open';
}
