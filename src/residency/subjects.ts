import { jurisdictionOf, type PlacementGroup, type PlacementRules } from '../core/residency/placement-rules';
import type { SubjectKeys } from '../core/residency/subject-key';
import { objectIdBytesOf } from '../core/rows/row-key';
import { TidemarkError } from '../errors';
import type { Subject } from './locations';

export interface SubjectsOptions {
  readonly rules: () => PlacementRules;
  readonly keys: SubjectKeys;
  /** Region of this process; undefined if it has none. */
  readonly region: string | undefined;
}

/** Finds the subjects of rows, and the placements that this process may serve. */
export class Subjects {
  readonly #options: SubjectsOptions;

  constructor(options: SubjectsOptions) {
    this.#options = options;
  }

  /** Returns the group of a corpus; undefined if its rows are not placed. */
  groupOf(table: string): PlacementGroup | undefined {
    return this.#options.rules().groupByCorpus.get(table);
  }

  /** Returns the subject of a row; undefined for rows without one, such as heartbeats. */
  of(group: PlacementGroup, rowKey: Buffer): Subject | undefined {
    const objectId = objectIdBytesOf(rowKey);
    if (objectId === undefined) return undefined;
    return { group, rowKey, key: this.#options.keys.of(group.name, objectId) };
  }

  /** Whether the law of the placement's jurisdiction lets this process see its data. */
  isServed(placement: string): boolean {
    const { rules, region } = this.#options;
    const { servedFrom } = jurisdictionOf(rules(), placement) ?? {};
    return servedFrom === undefined || (region !== undefined && servedFrom.includes(region));
  }

  /** Throws `wrong_region` if the law of a placement's jurisdiction does not let this process see its data. */
  checkServed(placements: readonly string[]): void {
    for (const name of placements) {
      if (this.isServed(name)) continue;
      const { servedFrom } = jurisdictionOf(this.#options.rules(), name)!;
      throw wrongRegion(name, servedFrom!);
    }
  }
}

function wrongRegion(placement: string, servedFrom: readonly string[]): TidemarkError {
  const message = `data of the placement "${placement}" is processed in ${servedFrom.join(', ')} only`;
  return new TidemarkError('wrong_region', message, { regions: servedFrom });
}
