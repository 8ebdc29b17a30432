import type { LinkConditions } from './link';

/** How the traffic between two regions, or within one, behaves in both directions. */
export interface RegionLink {
  readonly between: readonly [string, string];
  readonly conditions: Partial<LinkConditions>;
}

/** What lies between regions: the conditions of replication links, and how far clients are from clusters. */
export class Network {
  readonly #byDefault: LinkConditions;
  readonly #conditions = new Map<string, LinkConditions>();

  constructor(byDefault: LinkConditions, links: readonly RegionLink[] = []) {
    this.#byDefault = byDefault;
    for (const { between, conditions } of links) this.change(...between, conditions);
  }

  /** Between two regions; within a region there is nothing in the way unless something was put there. */
  conditions(a: string, b: string): LinkConditions {
    return this.#conditions.get(pairOf(a, b)) ?? (a === b ? WITHIN_REGION(this.#byDefault) : this.#byDefault);
  }

  change(a: string, b: string, change: Partial<LinkConditions>): LinkConditions {
    const conditions = { ...this.conditions(a, b), ...change };
    this.#conditions.set(pairOf(a, b), conditions);
    return conditions;
  }
}

const pairOf = (a: string, b: string): string => (a < b ? `${a}\0${b}` : `${b}\0${a}`);

const WITHIN_REGION = (byDefault: LinkConditions): LinkConditions => ({
  ...byDefault,
  delayMs: 0,
  jitterMs: 0,
});
