/** Compares where subjects are with where the rules prefer them. */
import { preferredPlacement } from './decide-placement';
import type { DirectoryEntry } from './location';
import { placementsOfGroup, type PlacementRules } from './placement-rules';

/** Placements between which a subject would have to move. */
export interface Relocation {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the move that the rules require of a subject, undefined if it stays. Assigned subjects stay, unless the rules
 * lack their placement. `unknown-group`: the rules lack the subject's group.
 */
export function relocationOf(
  rules: PlacementRules,
  { group: name, to: from, reason, accessLocation }: DirectoryEntry,
): Relocation | 'unknown-group' | undefined {
  const group = rules.groups.get(name);
  if (group === undefined) return 'unknown-group';
  const isUsable = placementsOfGroup(rules, group).some((placement) => placement.name === from);
  if (reason === 'explicit' && isUsable) return undefined;
  const { placement: to } = preferredPlacement(rules, group, accessLocation);
  return from === to ? undefined : { from, to };
}
