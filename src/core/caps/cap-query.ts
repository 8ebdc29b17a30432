import type { DimensionCondition } from '../counts/count-query';
import type { ActionDeclaration, EventDataType, EventLevel } from '../schema/schema';
import type { CapWindow } from './cap-window';

/** At most `maximum` events of these actions in the window, for each entity of the level. */
export interface CapRule {
  /** For people and metrics; distinct within a query. */
  readonly name: string;
  readonly level: EventLevel;
  /** Distinct. */
  readonly actions: readonly ActionDeclaration[];
  readonly window: CapWindow;
  /** 0 blocks always. */
  readonly maximum: number;
  /** What events must have to count; a candidate that would have something else is not what the rule is about. */
  readonly where: readonly DimensionCondition[];
  /** Of each condition the ids to choose from; undefined: any. */
  readonly idSets: readonly (ReadonlySet<string> | undefined)[];
}

/** What may be shown to the user: what is known of the event that would follow. */
export interface CapCandidate {
  readonly id?: string;
  /** Canonical ids by Dimension.index. Those of the rules' levels are there. */
  readonly dimensions: readonly (string | undefined)[];
}

export interface ReserveRequest {
  readonly action: ActionDeclaration;
  readonly ttlMs: number;
}

/** A validated question: which of the candidates may be shown to the user. */
export interface CapQuery {
  readonly dataType: EventDataType;
  readonly userId: string;
  readonly candidates: readonly CapCandidate[];
  readonly rules: readonly CapRule[];
  /** Undefined: now, with all events that are there, also those that clocks ahead of ours have dated. */
  readonly asOfMs?: number;
  readonly reserve?: ReserveRequest;
}

/** Whether events like the candidate count for the rule, as far as is known: what it does not tell may be anything. */
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
