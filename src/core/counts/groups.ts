import type { EventColumns } from '../columns/event-columns';
import { IdSet } from '../columns/id-set';
import { PairNumbers } from '../columns/pair-numbers';
import type { ActionDeclaration } from '../schema/schema';
import type { CountQuery, GroupKey } from './count-query';

/** How events that lack a dimension are labelled; no id is empty. */
const ABSENT_LABEL = '';

/** The values that events are grouped by, as the nodes of a tree with one level per key. The root is 0. */
export class EventGroups {
  readonly #keys: readonly KeyValues[];
  /** Of each node but the root its parent and its value. */
  readonly #nodes: readonly PairNumbers[];

  constructor({ groupBy, actions }: Pick<CountQuery, 'groupBy' | 'actions'>) {
    this.#keys = groupBy.map((key) => new KeyValues(key, actions));
    this.#nodes = groupBy.map(() => new PairNumbers());
  }

  /** For each combination that counts the number of its group. */
  of(part: EventColumns, counted: Uint32Array): Uint32Array {
    let groups = new Uint32Array(part.combinationCount);
    this.#keys.forEach((key, depth) => {
      const values = key.of(part);
      const nodes = this.#nodes[depth]!;
      groups = groups.map((group, i) => (counted[i] === 1 ? nodes.add(group, values[i]!) : 0));
    });
    return groups;
  }

  /** The labels of all groups by their numbers, each from the outermost key to the innermost. */
  paths(): readonly (readonly string[])[] {
    const { size } = this.#nodes.at(-1)!;
    return Array.from({ length: size }, (_, group) => this.#pathOf(group));
  }

  #pathOf(group: number): readonly string[] {
    const path = new Array<string>(this.#keys.length);
    let node = group;
    for (let depth = path.length - 1; depth >= 0; depth--) {
      path[depth] = this.#keys[depth]!.label(this.#nodes[depth]!.second(node));
      node = this.#nodes[depth]!.first(node);
    }
    return path;
  }
}

/** The values of one key, numbered: of an action its place in the query, of a dimension 0 where it is absent. */
class KeyValues {
  readonly #key: GroupKey;
  readonly #actions: readonly ActionDeclaration[];
  readonly #ids = new IdSet();

  constructor(key: GroupKey, actions: readonly ActionDeclaration[]) {
    this.#key = key;
    this.#actions = actions;
  }

  /** For each combination of the part; of actions that are not asked for it is never looked at. */
  of(part: EventColumns): Uint32Array {
    if (this.#key === 'action') {
      const codes = this.#actions.map(({ code }) => code);
      return Uint32Array.from(part.actionCodes, (code) => codes.indexOf(code));
    }
    const { places, dictionary } = part.dimension(this.#key.index);
    const numbers = dictionary.addTo(this.#ids);
    return places.map((place) => (place === 0 ? 0 : 1 + numbers[place - 1]!));
  }

  label(value: number): string {
    if (this.#key === 'action') return this.#actions[value]!.name;
    return value === 0 ? ABSENT_LABEL : this.#ids.text(value - 1);
  }
}
