import type { DimensionCondition } from '../counts/count-query';
import type { ActionDeclaration, EventDataType, EventLevel } from '../schema/schema';
import type { CapWindow } from './cap-window';

/** A frequency cap: at most `maximum` events of the actions in the window, for each entity of the level. */
export interface CapRule {
  /** Name for people and metrics. Distinct within a query. */
  readonly name: string;
  readonly level: EventLevel;
  /** Distinct actions. */
  readonly actions: readonly ActionDeclaration[];
  readonly window: CapWindow;
  /** Maximum count. 0 always blocks. */
  readonly maximum: number;
  /** Conditions that an event must meet to count. The rule does not apply to a candidate that does not meet them. */
  readonly where: readonly DimensionCondition[];
  /** Ids of each condition. Undefined: any id. */
  readonly idSets: readonly (ReadonlySet<string> | undefined)[];
}

/** A candidate: the known properties of the event that would follow if it were shown. */
export interface CapCandidate {
  readonly id?: string;
  /** Canonical ids by `Dimension.index`. The dimensions of the rules' levels are present. */
  readonly dimensions: readonly (string | undefined)[];
}

export interface ReserveRequest {
  readonly action: ActionDeclaration;
  readonly ttlMs: number;
}

/** A validated query: which of the candidates may be shown to the user. */
export interface CapQuery {
  readonly dataType: EventDataType;
  readonly userId: string;
  readonly candidates: readonly CapCandidate[];
  readonly rules: readonly CapRule[];
  /**
   * End of the rules' windows, in milliseconds since the Unix epoch. Undefined: now, including events dated ahead by
   * other clocks.
   */
  readonly asOfMs?: number | undefined;
  readonly reserve?: ReserveRequest | undefined;
}

/** Returns whether the rule applies to events with these dimensions. An unknown dimension may have any value. */
export function appliesTo(
  { where, idSets: wanted }: CapRule,
  dimensions: CapCandidate['dimensions'],
): boolean {
  for (let i = 0; i < where.length; i++) {
    const id = dimensions[where[i]!.dimension.index];
    if (id !== undefined && wanted[i]?.has(id) === false) return false;
  }
  return true;
}
