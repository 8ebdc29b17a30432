import { invalidArgument, TidemarkError } from '../../errors';
import type { LocationReason } from './location';
import type { PlacementGroup, PlacementRules } from './placement-rules';

/** A placement, and why it was chosen. */
export interface PlacementDecision {
  readonly placement: string;
  readonly reason: LocationReason;
}

/** Form of access locations: a country as ISO 3166-1 alpha-2. */
const COUNTRY_PATTERN = /^[A-Z]{2}$/;

/** Throws `invalid_argument` for an access location that cannot be a country. */
export function checkAccessLocation(country: string, field: string): void {
  if (COUNTRY_PATTERN.test(country)) return;
  throw invalidArgument(field, 'must be a country as two capital letters (ISO 3166-1 alpha-2), such as DE');
}

/**
 * Returns the placement of a subject that has none yet: one in the jurisdiction of the country from which the caller
 * accesses it, or else the default. Throws `location_required` where the group demands a location and none is known.
 */
export function decidePlacement(
  rules: PlacementRules,
  group: PlacementGroup,
  accessLocation: string | undefined,
): PlacementDecision {
  if (accessLocation === undefined) {
    if (group.requiresLocation) throw locationRequired(group);
    return { placement: group.defaultPlacement, reason: 'default' };
  }
  const placement = placementOfCountry(rules, group, accessLocation);
  return placement === undefined
    ? { placement: group.defaultPlacement, reason: 'default' }
    : { placement, reason: 'access-location' };
}

/** The default placement if it is in the country's jurisdiction, else the first one by name. */
function placementOfCountry(
  { jurisdictions, placements }: PlacementRules,
  { corpora, defaultPlacement }: PlacementGroup,
  country: string,
): string | undefined {
  const suitable = [...placements.values()].filter(({ jurisdiction, instances }) => {
    const countries = jurisdiction === undefined ? [] : jurisdictions.get(jurisdiction)!.countries;
    return countries.includes(country) && corpora.every((corpus) => instances.has(corpus));
  });
  const names = suitable.map(({ name }) => name).sort();
  return names.includes(defaultPlacement) ? defaultPlacement : names[0];
}

function locationRequired({ name }: PlacementGroup): TidemarkError {
  const message = `subjects of the placement group "${name}" need an access location with their first write`;
  return new TidemarkError('location_required', message, { field: 'accessLocation' });
}
