import { CONSISTENCY_LEVELS, EVENTUAL, type Consistency } from '../../core/consistency/consistency';
import { EMPTY_TOKEN, isEmptyToken } from '../../core/tokens/write-token';
import { invalidArgument, TidemarkError } from '../../errors';

export interface ConsistencyRules {
  readonly nowMs: number;
  readonly clockSkewMaxMs: number;
  /** As in StoreTopology. */
  readonly hasClusterTopology: boolean;
}

/** Throws `invalid_argument`, naming the field, or `consistency_unsupported` for what this topology can never prove. */
export function checkConsistency(consistency: Consistency, rules: ConsistencyRules): void {
  if (consistency === EVENTUAL) return;
  checkFields(consistency);
  checkBound(consistency);
  checkTime(consistency, rules);
  if (!rules.hasClusterTopology) checkSupported(consistency);
}

function checkFields({ level, token, maxStalenessMs, asOfMs, onUnmet = 'error' }: Consistency): void {
  if (!CONSISTENCY_LEVELS.includes(level)) {
    throw invalidArgument('consistency.level', `must be one of ${CONSISTENCY_LEVELS.join(', ')}`);
  }
  if (level === 'at-least-as-fresh' && token === undefined) {
    throw invalidArgument('consistency.token', 'at-least-as-fresh needs a token');
  }
  if (level !== 'bounded' && maxStalenessMs !== undefined) {
    throw invalidArgument('consistency.maxStalenessMs', 'goes with the level bounded only');
  }
  if (level !== 'strict' && asOfMs !== undefined) {
    throw invalidArgument('consistency.asOfMs', 'goes with the level strict only');
  }
  if (onUnmet !== 'error' && onUnmet !== 'stale') {
    throw invalidArgument('consistency.onUnmet', 'must be error or stale');
  }
}

function checkBound({ level, maxStalenessMs = NaN }: Consistency): void {
  if (level !== 'bounded' || (maxStalenessMs > 0 && maxStalenessMs < Infinity)) return;
  throw invalidArgument('consistency.maxStalenessMs', 'bounded needs milliseconds, more than 0');
}

function checkTime({ asOfMs }: Consistency, { nowMs, clockSkewMaxMs }: ConsistencyRules): void {
  if (asOfMs === undefined) return;
  if (!Number.isFinite(asOfMs))
    throw invalidArgument('consistency.asOfMs', 'must be milliseconds since 1970');
  if (asOfMs > nowMs + clockSkewMaxMs) throw invalidArgument('consistency.asOfMs', 'lies in the future');
}

/**
 * Where nobody has said which clusters there are, an app profile may lead to any of them: then who answers says nothing,
 * nobody in particular can be asked, and not even a row's watermark proves a write, for two writes of one column may
 * have been committed at different clusters, and travel apart.
 */
function checkSupported({ level, token = EMPTY_TOKEN }: Consistency): void {
  if (level === 'bounded' || level === 'strict') {
    throw unsupported(
      `${level} reads need a topology that says which clusters there are: set TIDEMARK_TOPOLOGY`,
    );
  }
  if (!isEmptyToken(token))
    throw unsupported('tokens need a topology that says which clusters there are: set TIDEMARK_TOPOLOGY');
}

function unsupported(message: string): TidemarkError {
  return new TidemarkError('consistency_unsupported', message, { field: 'consistency' });
}
