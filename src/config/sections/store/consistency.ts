import { invalidArgument } from '../../../errors';
import { integer, oneOf, type Environment } from '../../environment';

const EVIDENCE = ['row', 'row+shard'] as const;
const HOUR_MS = 3_600_000;

export interface ConsistencyDefaults {
  readonly clockSkewMaxMs: number;
  readonly replicationLagMaxMs: number;
}

/** What reads stand on. Throws where tokens would live for longer than anybody asks for the writes that they name. */
export function readConsistency<D extends ConsistencyDefaults>(
  env: Environment,
  d: D,
  limits: { readonly tokenLifetimeMs: number; readonly replicationLagMaxMs: number },
) {
  const evidence = env.get(
    'TIDEMARK_CONSISTENCY_EVIDENCE',
    oneOf(EVIDENCE),
    'row',
    "What proves an answer: the row's own watermark, or also heartbeats, which Cloud Bigtable promises no order for",
  );
  const clockSkewMaxMs = env.get(
    'TIDEMARK_CLOCK_SKEW_MAX_MS',
    integer(0, 60_000),
    d.clockSkewMaxMs,
    'By how much the clocks of any two processes differ at most',
  );
  const replicationLagMaxMs = env.get(
    'TIDEMARK_REPLICATION_LAG_MAX_MS',
    integer(HOUR_MS, limits.replicationLagMaxMs),
    d.replicationLagMaxMs,
    'What was written longer ago counts as being in every cluster, and reads do not ask for it',
  );
  if (limits.tokenLifetimeMs > replicationLagMaxMs)
    throw invalidArgument(
      'TIDEMARK_REPLICATION_LAG_MAX_MS',
      'must not be less than TIDEMARK_TOKEN_LIFETIME_MS: the writes that a token names would count as read',
    );
  return { ...d, evidence, clockSkewMaxMs, replicationLagMaxMs };
}
