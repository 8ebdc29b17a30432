/** Placement groups and placements by the names that users give. */
import { invalidArgument, TidemarkError } from '../../errors';
import { didYouMean } from '../json/did-you-mean';
import { placementsOfGroup, type PlacementGroup, type PlacementRules } from './placement-rules';

/** Returns the group of this name. Throws `unknown_placement_group`, which names the field. */
export function groupNamed({ groups }: PlacementRules, name: string, field: string): PlacementGroup {
  const group = groups.get(name);
  if (group !== undefined) return group;
  const known = [...groups.keys()];
  const hint =
    known.length === 0
      ? 'the topology declares none'
      : `must be one of ${known.join(', ')}${didYouMean(name, known)}`;
  throw new TidemarkError('unknown_placement_group', hint, { field });
}

/** Throws `invalid_argument`, which names the field, unless the group can use a placement of this name. */
export function checkPlacementOf(
  group: PlacementGroup,
  {
    rules,
    placement,
    field,
  }: { readonly rules: PlacementRules; readonly placement: string; readonly field: string },
): void {
  const names = placementsOfGroup(rules, group).map(({ name }) => name);
  if (names.includes(placement)) return;
  const message = `"${placement}" is not a placement of the group "${group.name}"${didYouMean(placement, names)}`;
  throw invalidArgument(field, `${message}; it has ${names.join(', ')}`);
}
