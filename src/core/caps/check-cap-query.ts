/** Checks of combinations in a cap query whose parts are valid individually. */
import type { Dimension } from '../schema/schema';
import { invalidArgument } from '../../errors';
import type { CapQuery, CapRule, ReserveRequest } from './cap-query';

/** Checks that every candidate has the entities that it would count for. */
export function checkCandidates({ candidates, rules }: CapQuery): void {
  for (const [i, { dimensions }] of candidates.entries()) {
    for (const [j, { level }] of rules.entries()) {
      if (dimensions[level.dimension.index] !== undefined) continue;
      throw missing(i, level.dimension, `rules[${j}] counts for each ${level.name}`);
    }
  }
}

/**
 * Checks a query with reservations. A reservation counts like its event, so it must have the event's dedup dimensions
 * and the dimensions of the rules' conditions. Otherwise a rule that cannot determine whether the event will count
 * would allow too many.
 */
export function checkReserve(
  query: CapQuery,
  { action }: ReserveRequest,
  { candidatesReservedMax }: { readonly candidatesReservedMax: number },
): void {
  const { candidates, rules, asOfMs } = query;
  if (asOfMs !== undefined)
    throw invalidArgument('asOf', 'cannot be combined with reserve, which applies to the current time');
  if (candidates.length > candidatesReservedMax) {
    throw invalidArgument('candidates', `must have at most ${candidatesReservedMax} entries with reserve`);
  }
  if (action.dedup.windowSeconds === 0) {
    const message = `${action.name} events are deduplicated by their time, which is not known in advance`;
    throw invalidArgument('reserve.action', message);
  }
  const counting = rules.map((rule, j) => ({ rule, j })).filter(({ rule }) => rule.actions.includes(action));
  if (counting.length === 0) throw invalidArgument('reserve.action', 'must be counted by at least one rule');
  for (const i of candidates.keys()) checkCandidate(query, i, { action, counting });
}

function checkCandidate(
  { candidates }: CapQuery,
  i: number,
  { action, counting }: Pick<ReserveRequest, 'action'> & { readonly counting: readonly NumberedRule[] },
): void {
  const { dimensions } = candidates[i]!;
  for (const dimension of action.dedup.dimensions) {
    if (dimensions[dimension.index] !== undefined) continue;
    throw missing(i, dimension, `${action.name} events are deduplicated by it`);
  }
  for (const { rule, j } of counting) {
    const unknown = rule.where.find(
      ({ dimension, orAbsent }) => !orAbsent && dimensions[dimension.index] === undefined,
    );
    if (unknown !== undefined) throw missing(i, unknown.dimension, `rules[${j}].where depends on it`);
  }
}

interface NumberedRule {
  readonly rule: CapRule;
  readonly j: number;
}

const missing = (i: number, { name }: Dimension, why: string): Error =>
  invalidArgument(`candidates[${i}].${name}`, `is required: ${why}`);
