import { ByteInterner } from '../columns/byte-interner';
import type { GroupDimension } from './ad-count-query';
import { fieldOfGroup } from './ad-count-query';
import type { EventSpans } from '../events/stored-event';
import { indexOf } from './ad-dimensions';

/** Node and value numbers stay below this, so that a pair of them packs into one safe integer. */
const PAIR_BASE = 2 ** 26;
/** How events that lack a dimension are labelled; no id is empty. */
const ABSENT_LABEL = '';
const ABSENT = 0;

/**
 * The combinations of group-by values that occur, as the nodes of a tree with one level per dimension. The root is 0;
 * without group-by every event belongs to it.
 */
export class CountGroups {
  readonly #dimensions: readonly DimensionValues[];
  readonly #children = new Map<number, number>();
  readonly #parents: number[] = [0];
  readonly #labels: string[] = [''];

  constructor(dimensions: readonly GroupDimension[], actionNames: readonly string[]) {
    this.#dimensions = dimensions.map((dimension) => new DimensionValues(dimension, actionNames));
  }

  get depth(): number {
    return this.#dimensions.length;
  }

  /** The node of an event's combination. */
  nodeOf(action: number, value: Uint8Array, spans: EventSpans): number {
    let node = 0;
    for (const dimension of this.#dimensions)
      node = this.#child(node, dimension, dimension.of(action, value, spans));
    return node;
  }

  /** Labels from the outermost dimension to the innermost. */
  pathOf(node: number): readonly string[] {
    const path = new Array<string>(this.depth);
    for (let at = node, depth = this.depth; depth > 0; at = this.#parents[at]!)
      path[--depth] = this.#labels[at]!;
    return path;
  }

  #child(parent: number, dimension: DimensionValues, valueIndex: number): number {
    const key = parent * PAIR_BASE + valueIndex;
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    const node = this.#parents.push(parent) - 1;
    this.#labels.push(dimension.labelOf(valueIndex));
    this.#children.set(key, node);
    return node;
  }
}

/** The values of one group-by dimension, numbered. */
class DimensionValues {
  readonly #field: number | undefined;
  readonly #values = new ByteInterner();

  constructor(
    dimension: GroupDimension,
    readonly actionNames: readonly string[],
  ) {
    const field = fieldOfGroup(dimension);
    this.#field = field === undefined ? undefined : indexOf(field);
  }

  of(action: number, value: Uint8Array, spans: EventSpans): number {
    if (this.#field === undefined) return action;
    const start = spans.starts[this.#field]!;
    return start === 0 ? ABSENT : 1 + this.#values.intern(value, start, spans.ends[this.#field]!);
  }

  labelOf(valueIndex: number): string {
    if (this.#field === undefined) return this.actionNames[valueIndex]!;
    return valueIndex === ABSENT ? ABSENT_LABEL : this.#values.text(valueIndex - 1);
  }
}
