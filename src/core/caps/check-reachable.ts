import type { ActionDeclaration } from '../schema/schema';
import { invalidArgument } from '../../errors';
import type { CapRule } from './cap-query';

/**
 * Refuses a rule that can never block, since deduplication keeps the count below its maximum: three saves of an ad in an
 * hour, say, where saves of an ad count once a day. `slackMs` is how far beyond its end a window reaches.
 */
export function checkReachable(rule: CapRule, field: string, slackMs: number): void {
  const most = rule.actions.reduce((sum, action) => sum + mostOf(action, rule, slackMs), 0);
  if (most >= rule.maximum) return;
  const names = rule.actions.map(({ name }) => name).join(' and ');
  throw invalidArgument(
    field,
    `can never be reached: of ${names} at most ${most} count for one ${rule.level.name} in ${rule.window.name}`,
  );
}

/** How many events of the action can count for one entity in the window. */
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
