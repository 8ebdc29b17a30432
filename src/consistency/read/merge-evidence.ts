import type { ConsistencyLevel, ReadEvidence, Tier } from '../../core/consistency/consistency';
import { mergeAllTokens, type TokenLimits } from '../../core/tokens/write-token';

const NEAREST_FIRST: readonly Tier[] = ['nearest', 'hedge', 'failover', 'origin'];

/** Returns the evidence of several rows' answers together: of each property the worst. */
export function mergeEvidence(
  level: ConsistencyLevel,
  parts: readonly ReadEvidence[],
  limits: TokenLimits,
): ReadEvidence {
  const rank = parts.reduce((farthest, { tier }) => Math.max(farthest, NEAREST_FIRST.indexOf(tier)), 0);
  const stalenessMs = parts.reduce((most, part) => Math.max(most, part.stalenessMs ?? Infinity), 0);
  return {
    level,
    met: parts.every(({ met }) => met),
    clusters: [...new Set(parts.flatMap(({ clusters }) => clusters))],
    tier: NEAREST_FIRST[rank]!,
    lookups: parts.reduce((sum, { lookups }) => sum + lookups, 0),
    stalenessMs: stalenessMs === Infinity ? undefined : stalenessMs,
    token: mergeAllTokens(
      parts.map(({ token }) => token),
      limits,
    ),
  };
}
