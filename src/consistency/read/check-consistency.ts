import { CONSISTENCY_LEVELS, EVENTUAL, type Consistency } from '../../core/consistency/consistency';
import { EMPTY_TOKEN, isEmptyToken } from '../../core/tokens/write-token';
import { invalidArgument, TidemarkError } from '../../errors';

/** Time, clock skew and topology that a consistency is checked against. */
export interface ConsistencyCheckInput {
  readonly nowMs: number;
  /** Maximum difference between the clocks of two processes, in milliseconds. */
  readonly clockSkewMaxMs: number;
  /** See `StoreTopology`. */
  readonly hasClusterTopology: boolean;
}

/**
 * Throws `invalid_argument`, naming the field, or `consistency_unsupported` for a consistency that this topology can
 * never prove.
 */
export function checkConsistency(consistency: Consistency, input: ConsistencyCheckInput): void {
  if (consistency === EVENTUAL) return;
  checkFields(consistency);
  checkBound(consistency);
  checkTime(consistency, input);
  if (!input.hasClusterTopology) checkSupported(consistency);
}

function checkFields(consistency: Consistency): void {
  const { level, token, maxStalenessMs, asOfMs, onUnmet = 'error', returnToken = true } = consistency;
  if (!CONSISTENCY_LEVELS.includes(level)) {
    throw invalidArgument('consistency.level', `must be one of ${CONSISTENCY_LEVELS.join(', ')}`);
  }
  if (level === 'at-least-as-fresh' && token === undefined) {
    throw invalidArgument('consistency.token', 'is required with the level at-least-as-fresh');
  }
  if (level !== 'bounded' && maxStalenessMs !== undefined) {
    throw invalidArgument('consistency.maxStalenessMs', 'is allowed with the level bounded only');
  }
  if (level !== 'strict' && asOfMs !== undefined) {
    throw invalidArgument('consistency.asOfMs', 'is allowed with the level strict only');
  }
  if (onUnmet !== 'error' && onUnmet !== 'stale') {
    throw invalidArgument('consistency.onUnmet', 'must be error or stale');
  }
  if (!returnToken && (level !== 'eventual' || token !== undefined)) {
    throw invalidArgument(
      'consistency.returnToken',
      'return-token may be false only with the level eventual and without a token',
    );
  }
}

function checkBound({ level, maxStalenessMs = NaN }: Consistency): void {
  if (level !== 'bounded' || (maxStalenessMs > 0 && maxStalenessMs < Infinity)) return;
  throw invalidArgument('consistency.maxStalenessMs', 'must be more than 0 milliseconds');
}

function checkTime({ asOfMs }: Consistency, { nowMs, clockSkewMaxMs }: ConsistencyCheckInput): void {
  if (asOfMs === undefined) return;
  if (!Number.isFinite(asOfMs))
    throw invalidArgument('consistency.asOfMs', 'must be in milliseconds since 1970');
  if (asOfMs > nowMs + clockSkewMaxMs)
    throw invalidArgument('consistency.asOfMs', 'must not be in the future');
}

/**
 * Throws for consistencies that need a cluster topology. Without one, an app profile may lead to any cluster: then the
 * identity of the answering cluster proves nothing, no particular cluster can be queried, and not even a row's
 * watermark proves a write, because two writes of one column may have been committed at different clusters, and travel
 * apart.
 */
function checkSupported({ level, token = EMPTY_TOKEN }: Consistency): void {
  if (level === 'bounded' || level === 'strict') {
    throw unsupported(`${level} reads need a topology that names the clusters: set TIDEMARK_TOPOLOGY`);
  }
  if (!isEmptyToken(token))
    throw unsupported('tokens need a topology that names the clusters: set TIDEMARK_TOPOLOGY');
}

function unsupported(message: string): TidemarkError {
  return new TidemarkError('consistency_unsupported', message, { field: 'consistency' });
}
