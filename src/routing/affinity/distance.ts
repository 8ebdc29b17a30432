import type { RegionLink } from '../topology/topology';

/**
 * Returns a function that ranks regions by distance from `region`; a smaller number is nearer. The own region comes
 * first, even if a link makes it slow, then linked regions by their delay, then regions without a link. The embedded
 * Bigtable ranks them the same way.
 */
export function distanceFrom(region: string | undefined, links: readonly RegionLink[]) {
  const linked = new Map<string, number>();
  for (const { between, conditions } of links) {
    const [a, b] = between;
    if (a === region) linked.set(b, conditions.delayMs ?? 0);
    if (b === region) linked.set(a, conditions.delayMs ?? 0);
  }
  return (to: string): number => (to === region ? OWN_REGION : (linked.get(to) ?? UNLINKED));
}

const OWN_REGION = -1;
const UNLINKED = Infinity;

/** Groups items by region, nearest region first; regions at equal distance are sorted by name. */
export function groupByRegion<T>(
  items: readonly T[],
  regionOf: (item: T) => string,
  distance: (region: string) => number,
): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const region = regionOf(item);
    const group = groups.get(region);
    if (group === undefined) groups.set(region, [item]);
    else group.push(item);
  }
  return [...groups]
    .sort(([a], [b]) => compare(distance(a), distance(b)) || (a < b ? -1 : 1))
    .map(([, group]) => group);
}

/** Compares without subtraction, so that two infinite distances are equal. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
