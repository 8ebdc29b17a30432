import type { CallOptions } from '../../../bigtable/client/types';
import type { Jurisdiction, PlacementRules } from '../../../core/residency/placement-rules';
import { TidemarkError } from '../../../errors';

/** Kinds of resources that are compared with the jurisdictions. */
type CheckKind = 'clusters' | 'app-profiles' | 'backups' | 'topics';

/** Result of comparing one resource with the jurisdictions. `not-checked`: nothing is known about it. */
export interface ResidencyCheck {
  readonly check: CheckKind;
  /** Name of the resource, such as that of an instance. */
  readonly resource: string;
  readonly outcome: 'ok' | 'violation' | 'not-checked';
  /** Sentence that states what was found, or why nothing was. */
  readonly detail: string;
}

/** An instance and the jurisdictions of its placements. */
export interface PlacedInstance {
  readonly id: string;
  /** Never empty, unless its placements belong to no jurisdiction. */
  readonly jurisdictions: readonly Jurisdiction[];
}

/** Returns the instances of all placements, each once. */
export function placedInstances({ placements, jurisdictions }: PlacementRules): readonly PlacedInstance[] {
  const found = new Map<string, Set<Jurisdiction>>();
  for (const { jurisdiction, instances } of placements.values()) {
    for (const id of instances.values()) {
      const known = found.get(id) ?? new Set<Jurisdiction>();
      found.set(id, known);
      if (jurisdiction !== undefined) known.add(jurisdictions.get(jurisdiction)!);
    }
  }
  return [...found].map(([id, of]) => ({ id, jurisdictions: [...of] }));
}

/** Returns the jurisdiction among those that does not include the region; undefined if all do. */
export function violated(jurisdictions: readonly Jurisdiction[], region: string): Jurisdiction | undefined {
  return jurisdictions.find(({ regions }) => !regions.includes(region));
}

/**
 * Runs a check. A resource that cannot be read, because an API is missing, permission is denied or it does not answer,
 * is `not-checked`. Throws only when the caller has cancelled.
 */
export async function checkOrReason(
  of: Pick<ResidencyCheck, 'check' | 'resource'>,
  call: CallOptions,
  run: () => Promise<readonly ResidencyCheck[]>,
): Promise<readonly ResidencyCheck[]> {
  try {
    return await run();
  } catch (error) {
    if (call.signal?.aborted === true || !(error instanceof TidemarkError)) throw error;
    return [{ ...of, outcome: 'not-checked', detail: error.message }];
  }
}
