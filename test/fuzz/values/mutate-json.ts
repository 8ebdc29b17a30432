import type { Random } from '../../../src/platform/random';
import { below, chance, pick, weighted } from './choose';
import { hostileText, hostileValue, INHERITED_NAMES } from './hostile-values';
import { isMembers, type JsonPlace, type JsonTree, placesOf } from './json-tree';

/** Maximum number of changes in one document. */
const CHANGES_MAX = 4;
/** Maximum number of copies of an entry in a list. */
const COPIES_MAX = 300;

/**
 * Returns the document with one or more changes: values of other types, and members that are absent, doubled, unknown
 * or inherited.
 */
export function mutateJson(tree: JsonTree, random: Random): JsonTree {
  let mutated = tree;
  for (let changes = 1 + below(random, below(random, CHANGES_MAX) + 1); changes > 0; changes--) {
    const places = placesOf(mutated);
    mutated = changed(pick(random, places), places, random);
  }
  return mutated;
}

function changed(place: JsonPlace, places: readonly JsonPlace[], random: Random): JsonTree {
  const { value, replace } = place;
  if (isMembers(value) && chance(random, 0.7)) return replace(changedMembers(value.members, random));
  if (Array.isArray(value) && chance(random, 0.7)) return replace(changedList(value, random));
  return weighted(random, [
    [6, () => replace(hostileValue(random))],
    // A value that is valid elsewhere in the document.
    [2, () => replace(pick(random, places).value)],
    [2, () => replace(nearby(value, random))],
    [1, () => replace([value])],
    [1, () => replace({ members: [['value', value]] })],
  ]);
}

type Members = (readonly [string, JsonTree])[];

function changedMembers(members: Members, random: Random): JsonTree {
  const at = below(random, members.length);
  const one = members[at];
  const added = (name: string): Members => [...members, [name, hostileValue(random)]];
  const result = weighted<Members>(random, [
    [3, () => members.toSpliced(at, 1)],
    [2, () => added(pick(random, INHERITED_NAMES))],
    [2, () => added(hostileText(random))],
    // A duplicate member with an equal or another value.
    [2, () => (one === undefined || chance(random, 0.5) ? added(one?.[0] ?? '') : [...members, one])],
    [1, () => (one === undefined ? members : members.with(at, [one[0].toUpperCase(), one[1]]))],
    [2, () => [...members].reverse()],
  ]);
  return { members: result };
}

function changedList(list: JsonTree[], random: Random): JsonTree {
  const at = below(random, list.length);
  const one = list[at] ?? hostileValue(random);
  return weighted<JsonTree[]>(random, [
    [2, () => list.toSpliced(at, 1)],
    [2, () => [...list, one]],
    [2, () => [...list, hostileValue(random)]],
    [1, () => Array.from({ length: below(random, COPIES_MAX) }, () => one)],
    [1, () => []],
  ]);
}

/** Returns a value of the same type. */
function nearby(value: JsonTree, random: Random): JsonTree {
  if (typeof value === 'number') return value + pick(random, [-1, 1, 0.5, 1e9, -1e9, -2 * value]);
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return hostileValue(random);
  const at = below(random, value.length + 1);
  return value.slice(0, at) + hostileText(random) + value.slice(at + below(random, 2));
}
