import { TidemarkError } from '../../errors';
import { ACCESS_LOCATION } from './access-location';
import type { LocationReason } from './location';
import {
  jurisdictionOf,
  placementsOfGroup,
  type PlacementGroup,
  type PlacementRules,
} from './placement-rules';

/** A placement, and why it was chosen. */
export interface PlacementDecision {
  readonly placement: string;
  readonly reason: LocationReason;
  /** Country of the access, also if it did not decide; undefined if it is unknown. */
  readonly accessLocation: string | undefined;
}

/**
 * Returns the placement of a subject that has none yet: one in the jurisdiction of the country from which it is
 * accessed, or else the default. Throws `location_required` where the group requires a location and none is known.
 */
export function decidePlacement(
  rules: PlacementRules,
  group: PlacementGroup,
  accessLocation: string | undefined,
): PlacementDecision {
  if (accessLocation === undefined && group.requiresLocation) throw locationRequired(group);
  return preferredPlacement(rules, group, accessLocation);
}

/** Returns the placement that the rules prefer for subjects of the country, whether or not a location is required. */
export function preferredPlacement(
  rules: PlacementRules,
  group: PlacementGroup,
  accessLocation: string | undefined,
): PlacementDecision {
  const placement =
    accessLocation === undefined ? undefined : placementOfCountry(rules, group, accessLocation);
  if (placement === undefined) return defaultDecision(group, accessLocation);
  return { placement, reason: 'access-location', accessLocation };
}

/** Returns the decision for the default placement. */
export function defaultDecision(
  { defaultPlacement }: PlacementGroup,
  accessLocation: string | undefined,
): PlacementDecision {
  return { placement: defaultPlacement, reason: 'default', accessLocation };
}

/** Returns the default placement if it is in the country's jurisdiction, else the first one there that is declared. */
function placementOfCountry(
  rules: PlacementRules,
  group: PlacementGroup,
  country: string,
): string | undefined {
  const names = placementsOfGroup(rules, group)
    .map(({ name }) => name)
    .filter((name) => jurisdictionOf(rules, name)?.countries.includes(country));
  return names.includes(group.defaultPlacement) ? group.defaultPlacement : names[0];
}

function locationRequired({ name }: PlacementGroup): TidemarkError {
  const message = `subjects of the placement group "${name}" need an access location with their first write`;
  return new TidemarkError('location_required', message, { field: ACCESS_LOCATION });
}
