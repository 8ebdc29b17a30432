import type { LocalCluster } from './local-cluster';
import type { LinkConditions, RegionLink } from '../../routing/topology/topology';

/** One end of what a fault lies on: a region with its clusters and its clients, or certain clusters alone. */
export type LinkEnd = { readonly region: string } | { readonly clusters: ReadonlySet<LocalCluster> };

/** A change to all links between two ends, in both directions. */
export interface LinkFault {
  readonly ends: readonly [LinkEnd, LinkEnd];
  readonly change: Partial<LinkConditions>;
}

/** What lies between regions: the conditions of replication links, and how far clients are from clusters. */
export class Network {
  readonly #byDefault: LinkConditions;
  readonly #regionLinks = new Map<string, RegionLink>();
  /** Between regions, as asked for; requests ask each time. */
  readonly #conditions = new Map<string, LinkConditions>();
  #faults: readonly LinkFault[] = [];

  constructor(byDefault: LinkConditions, links: readonly RegionLink[] = []) {
    this.#byDefault = byDefault;
    for (const link of links) this.#regionLinks.set(pairOf(...link.between), link);
  }

  /** The regions that have been said to be linked. */
  get regions(): ReadonlySet<string> {
    return new Set([...this.#regionLinks.values()].flatMap(({ between }) => between));
  }

  /** Whether it has been said what lies between the two regions. */
  areLinked(a: string, b: string): boolean {
    return this.#regionLinks.has(pairOf(a, b));
  }

  /** Replaces the faults; later ones win. Existing links are to be configured anew. */
  setFaults(faults: readonly LinkFault[]): void {
    this.#faults = faults;
    this.#conditions.clear();
  }

  /** Between two regions: for clients of the one and clusters of the other. */
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

  /** Between two clusters: for the links that replicate. */
  linkConditions(from: LocalCluster, to: LocalCluster): LinkConditions {
    const changes = this.#faults.filter(({ ends }) =>
      joins(ends, (end, side) => endContains(end, side === 0 ? from : to)),
    );
    return changed(this.#withoutFaults(from.region, to.region), changes);
  }

  /** Within a region there is nothing in the way unless something was put there. */
  #withoutFaults(a: string, b: string): LinkConditions {
    const within = a === b ? { delayMs: 0, jitterMs: 0 } : undefined;
    return { ...this.#byDefault, ...within, ...this.#regionLinks.get(pairOf(a, b))?.conditions };
  }
}

/** Clients may name any region they like. */
const PAIRS_KEPT_MAX = 10_000;

const pairOf = (a: string, b: string): string => (a < b ? `${a}\0${b}` : `${b}\0${a}`);

/** Whether the ends, one way round or the other, are the two sides. */
function joins([a, b]: LinkFault['ends'], isSide: (end: LinkEnd, side: 0 | 1) => boolean): boolean {
  return (isSide(a, 0) && isSide(b, 1)) || (isSide(b, 0) && isSide(a, 1));
}

export function endContains(end: LinkEnd, cluster: LocalCluster): boolean {
  return 'region' in end ? end.region === cluster.region : end.clusters.has(cluster);
}

function changed(conditions: LinkConditions, faults: readonly LinkFault[]): LinkConditions {
  return Object.assign({}, conditions, ...faults.map(({ change }) => change)) as LinkConditions;
}
