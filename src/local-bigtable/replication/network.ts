import type { EmulatedCluster } from './local-cluster';
import type { LinkConditions, RegionLink } from '../../routing/topology/topology';

/** One end of a link fault: a region with its clusters and clients, or certain clusters only. */
export type LinkEnd = { readonly region: string } | { readonly clusters: ReadonlySet<EmulatedCluster> };

/** Change of all links between two ends, in both directions. */
export interface LinkFault {
  readonly ends: readonly [LinkEnd, LinkEnd];
  readonly change: Partial<LinkConditions>;
}

/** Conditions between regions: of replication links, and between clients and clusters. */
export class Network {
  readonly #byDefault: LinkConditions;
  readonly #regionLinks = new Map<string, RegionLink>();
  /** Computed conditions by pair of regions. Every request reads them. */
  readonly #conditions = new Map<string, LinkConditions>();
  #faults: readonly LinkFault[] = [];

  constructor(byDefault: LinkConditions, links: readonly RegionLink[] = []) {
    this.#byDefault = byDefault;
    for (const link of links) this.#regionLinks.set(pairOf(...link.between), link);
  }

  /** Regions with a declared link. */
  get regions(): ReadonlySet<string> {
    return new Set([...this.#regionLinks.values()].flatMap(({ between }) => between));
  }

  /** Returns whether a link between the two regions is declared. */
  areLinked(a: string, b: string): boolean {
    return this.#regionLinks.has(pairOf(a, b));
  }

  /** Replaces the faults; later ones override earlier ones. Existing links must be configured again. */
  setFaults(faults: readonly LinkFault[]): void {
    this.#faults = faults;
    this.#conditions.clear();
  }

  /** Returns the conditions between two regions, for clients of one and clusters of the other. */
  conditions(a: string, b: string): LinkConditions {
    const pair = pairOf(a, b);
    let conditions = this.#conditions.get(pair);
    if (conditions === undefined) {
      const changes = this.#faults.filter(({ ends }) =>
        joins(ends, (end, side) => 'region' in end && end.region === [a, b][side]),
      );
      conditions = changed(this.#withoutFaults(a, b), changes);
      if (this.#conditions.size >= PAIRS_KEPT_MAX) this.#conditions.clear();
      this.#conditions.set(pair, conditions);
    }
    return conditions;
  }

  /** Returns the conditions between two clusters, for replication links. */
  linkConditions(from: EmulatedCluster, to: EmulatedCluster): LinkConditions {
    const changes = this.#faults.filter(({ ends }) =>
      joins(ends, (end, side) => endContains(end, side === 0 ? from : to)),
    );
    return changed(this.#withoutFaults(from.region, to.region), changes);
  }

  /** Returns the declared conditions. Within a region there is no delay unless declared. */
  #withoutFaults(a: string, b: string): LinkConditions {
    const within = a === b ? { delayMs: 0, jitterMs: 0 } : undefined;
    return { ...this.#byDefault, ...within, ...this.#regionLinks.get(pairOf(a, b))?.conditions };
  }
}

/** Maximum number of cached pairs: clients may send any region. */
const PAIRS_KEPT_MAX = 10_000;

const pairOf = (a: string, b: string): string => (a < b ? `${a}\0${b}` : `${b}\0${a}`);

/** Returns whether the ends match the two sides, in either direction. */
function joins([a, b]: LinkFault['ends'], isSide: (end: LinkEnd, side: 0 | 1) => boolean): boolean {
  return (isSide(a, 0) && isSide(b, 1)) || (isSide(b, 0) && isSide(a, 1));
}

function endContains(end: LinkEnd, cluster: EmulatedCluster): boolean {
  return 'region' in end ? end.region === cluster.region : end.clusters.has(cluster);
}

function changed(conditions: LinkConditions, faults: readonly LinkFault[]): LinkConditions {
  return Object.assign({}, conditions, ...faults.map(({ change }) => change)) as LinkConditions;
}
