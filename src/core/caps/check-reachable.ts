import type { ActionDeclaration } from '../schema/schema';
import { invalidArgument } from '../../errors';
import type { CapRule } from './cap-query';

/**
 * Rejects a rule that can never block because deduplication keeps the count below its maximum: for example three saves
 * of an ad in an hour, if saves of an ad count once a day. `slackMs` is the time that a window may extend beyond its
 * end.
 */
export function checkReachable(rule: CapRule, field: string, slackMs: number): void {
  const most = rule.actions.reduce((sum, action) => sum + mostOf(action, rule, slackMs), 0);
  if (most >= rule.maximum) return;
  const names = rule.actions.map(({ name }) => name).join(' and ');
  throw invalidArgument(
    field,
    `can never be reached: at most ${most} events of ${names} count per ${rule.level.name} in ${rule.window.name}`,
  );
}

/** Returns the maximum number of the action's events that can count for one entity in the window. */
function mostOf({ dedup }: ActionDeclaration, { level, where, window }: CapRule, slackMs: number): number {
  if (dedup.windowSeconds === 0) return Infinity;
  let keys = 1;
  for (const dimension of dedup.dimensions) {
    if (dimension === level.dimension) continue;
    const ids = where.find((condition) => condition.dimension === dimension)?.ids;
    if (ids === undefined) return Infinity;
    keys *= ids.length;
  }
  const dedupWindows = Math.ceil((window.lengthMaxMs + slackMs) / (dedup.windowSeconds * 1_000)) + 1;
  return keys * dedupWindows;
}
