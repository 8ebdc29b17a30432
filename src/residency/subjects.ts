import {
  isRegionWithin,
  servingRegions,
  type PlacementGroup,
  type PlacementRules,
} from '../core/residency/placement-rules';
import type { SubjectKey, SubjectKeys } from '../core/residency/subject-key';
import { objectIdBytesOf } from '../core/rows/row-key';
import { TidemarkError } from '../errors';
import { TwoGenerations } from '../platform/memory/two-generations';
import type { Subject } from './locations';

export interface SubjectsOptions {
  readonly rules: () => PlacementRules;
  readonly keys: SubjectKeys;
  /** Region of this process; undefined if it has none. */
  readonly region: string | undefined;
}

/**
 * Largest number of subjects of a group whose keys are remembered, because computing one takes longer than finding it:
 * some 100 bytes each.
 */
const KEYS_REMEMBERED_MAX = 100_000;

/** Finds the subjects of rows, and the placements that this process may serve. */
export class Subjects {
  readonly #options: SubjectsOptions;
  /** Keys by the group's name, and by the row key: a name of both would have to be built for each read. */
  readonly #keys = new Map<string, TwoGenerations<string, SubjectKey>>();

  constructor(options: SubjectsOptions) {
    this.#options = options;
  }

  /** Returns the group of a corpus; undefined if its rows are not placed. */
  groupOf(table: string): PlacementGroup | undefined {
    return this.#options.rules().groupByCorpus.get(table);
  }

  /** Returns the subject of a row; undefined for rows without one, such as heartbeats. */
  of(group: PlacementGroup, rowKey: Buffer): Subject | undefined {
    const keys = this.#keys.get(group.name) ?? this.#rememberKeysOf(group);
    const row = rowKey.toString('latin1');
    const remembered = keys.get(row);
    if (remembered !== undefined) return { group, rowKey, key: remembered };
    const objectId = objectIdBytesOf(rowKey);
    if (objectId === undefined) return undefined;
    const key = this.#options.keys.of(group.name, objectId);
    keys.set(row, key);
    return { group, rowKey, key };
  }

  #rememberKeysOf({ name }: PlacementGroup): TwoGenerations<string, SubjectKey> {
    const keys = new TwoGenerations<string, SubjectKey>(KEYS_REMEMBERED_MAX);
    this.#keys.set(name, keys);
    return keys;
  }

  /** Whether the law of the placement's jurisdiction lets this process see its data. */
  isServed(placement: string): boolean {
    const { rules, region } = this.#options;
    return isRegionWithin(servingRegions(rules(), placement), region);
  }

  /** Throws `wrong_region` if the law of a placement's jurisdiction does not let this process see its data. */
  checkServed(placements: readonly string[]): void {
    for (const name of placements) {
      if (this.isServed(name)) continue;
      throw wrongRegion(name, servingRegions(this.#options.rules(), name)!);
    }
  }
}

function wrongRegion(placement: string, servedFrom: readonly string[]): TidemarkError {
  const message = `data of the placement "${placement}" is processed in ${servedFrom.join(', ')} only`;
  return new TidemarkError('wrong_region', message, { regions: servedFrom });
}
