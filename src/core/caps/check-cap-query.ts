/** What does not go together in a question about caps, each part of which is valid. */
import type { Dimension } from '../schema/schema';
import { invalidArgument } from '../../errors';
import type { CapQuery, CapRule, ReserveRequest } from './cap-query';

/** Every candidate must say which entities it would count for. */
export function checkCandidates({ candidates, rules }: CapQuery): void {
  for (const [i, { dimensions }] of candidates.entries()) {
    for (const [j, { level }] of rules.entries()) {
      if (dimensions[level.dimension.index] !== undefined) continue;
      throw missing(i, level.dimension, `rules[${j}] counts for each ${level.name}`);
    }
  }
}

/**
 * A reservation counts like the event that it is for, so it has to tell what that is recognised by, and what the rules
 * look at: a rule that could not tell whether the event will count for it would let too many through.
 */
export function checkReserve(
  query: CapQuery,
  { action }: ReserveRequest,
  { candidatesReservedMax }: { readonly candidatesReservedMax: number },
): void {
  const { candidates, rules, asOfMs } = query;
  if (asOfMs !== undefined) throw invalidArgument('asOf', 'does not go with reserve, which is about now');
  if (candidates.length > candidatesReservedMax) {
    throw invalidArgument('candidates', `must have at most ${candidatesReservedMax} entries to be reserved`);
  }
  if (action.dedup.windowSeconds === 0) {
    const message = `${action.name} events are told apart by their time, which is not known before`;
    throw invalidArgument('reserve.action', message);
  }
  const counting = rules.map((rule, j) => ({ rule, j })).filter(({ rule }) => rule.actions.includes(action));
  if (counting.length === 0) throw invalidArgument('reserve.action', `is counted by none of the rules`);
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
    if (unknown !== undefined) throw missing(i, unknown.dimension, `rules[${j}].where looks at it`);
  }
}

interface NumberedRule {
  readonly rule: CapRule;
  readonly j: number;
}

const missing = (i: number, { name }: Dimension, why: string): Error =>
  invalidArgument(`candidates[${i}].${name}`, `is required: ${why}`);
