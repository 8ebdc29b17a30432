import type { EventColumns } from '../columns/event-columns';
import { IdSet } from '../columns/id-set';
import { PairNumbers } from '../columns/pair-numbers';
import type { ActionDeclaration } from '../schema/schema';
import type { CountQuery, GroupKey } from './count-query';
import { mapped } from '../shared/lists';

/** Label of events without the dimension. No id is empty. */
const ABSENT_LABEL = '';

/** Values by which events are grouped, as the nodes of a tree with one level per key. The root is 0. */
export class EventGroups {
  readonly #keys: readonly KeyValues[];
  /** Parent and value of each node but the root, by level. */
  readonly #nodes: readonly PairNumbers[];

  constructor({ groupBy, actions }: Pick<CountQuery, 'groupBy' | 'actions'>) {
    this.#keys = mapped(groupBy, (key) => new KeyValues(key, actions));
    this.#nodes = mapped(groupBy, () => new PairNumbers());
  }

  /** Returns the group of each combination that counts. */
  of(part: EventColumns, counted: Uint32Array): Uint32Array {
    let groups = new Uint32Array(part.combinationCount);
    this.#keys.forEach((key, depth) => {
      const values = key.of(part);
      const nodes = this.#nodes[depth]!;
      groups = groups.map((group, i) => (counted[i] === 1 ? nodes.add(group, values[i]!) : 0));
    });
    return groups;
  }

  /** Returns the labels of all groups by number, from the outermost key to the innermost. */
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

/** Numbered values of one key: for an action its index in the query, for a dimension 0 if it is absent. */
class KeyValues {
  readonly #key: GroupKey;
  readonly #actions: readonly ActionDeclaration[];
  readonly #ids = new IdSet();

  constructor(key: GroupKey, actions: readonly ActionDeclaration[]) {
    this.#key = key;
    this.#actions = actions;
  }

  /** Returns the value of each combination of the part. Values of actions that are not counted are never used. */
  of(part: EventColumns): Uint32Array {
    if (this.#key === 'action') {
      const codes = mapped(this.#actions, ({ code }) => code);
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
