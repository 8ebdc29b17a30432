import type { RegionLink } from '../topology/topology';

/**
 * How far regions are from one: less is nearer. Its own comes first, however slow it has been made; then come the linked
 * ones by their delay, and last those of which nobody has said how far they are. So says the embedded Bigtable, too.
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

/** The items in groups of their regions, nearest region first; of regions equally far, by name. */
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

/** Not by subtraction: two infinite distances are equal. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
