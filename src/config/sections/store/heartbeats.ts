import { invalidArgument } from '../../../errors';
import { integer, type Environment, type VariableParser } from '../../environment';
import { widened } from '../../widened';

const HOUR_MS = 3_600_000;
const NAME = 'TIDEMARK_HEARTBEAT_INTERVAL_MS';

/** Defaults of heartbeats with the evidence `row+shard`, where heartbeats prove answers. */
export const HEARTBEAT_DEFAULTS = {
  intervalMs: 1_000,
  /** Interval of the one shard that measures the serving latency, in milliseconds, when the other shards are slower. */
  latencyIntervalMs: 5_000,
  /** Share, 0 to 1, by which intervals vary at random. */
  jitter: 0.2,
  /** Number of intervals between two heartbeats for clusters of other regions. */
  farIntervals: 3,
  /** Number of intervals between two reads of the heartbeats of clusters beyond the nearest region. */
  farLookIntervals: 3,
  /** Number of intervals without a heartbeat after which an alarm is raised. */
  staleAfterIntervals: 5,
  /** Minimum time without a heartbeat before an alarm is raised, in milliseconds. */
  staleAfterMinMs: 5_000,
  /** Timeout of one call that writes or reads heartbeats, in milliseconds. */
  callTimeoutMs: 2_000,
  /** Longest pause after failures that retries do not resolve, in milliseconds. */
  backoffMaxMs: 60_000,
  /** Time after the last sign of clock skew for which heartbeats of an origin prove nothing, in milliseconds. */
  skewQuietMs: 60_000,
} as const;

/**
 * Values that replace the defaults with the evidence `row`, where heartbeats only bound the staleness that answers
 * report.
 */
export const SLOW_HEARTBEAT_DEFAULTS = { intervalMs: 30_000, farLookIntervals: 10 } as const;

/**
 * Reads the interval of heartbeats: fast where they prove answers, slow where they only bound the staleness that
 * answers report. Throws `invalid_argument` when heartbeats are off but the evidence requires them.
 */
export function readHeartbeatsConfig(env: Environment, { evidence }: { readonly evidence: string }) {
  const [fast, slow] = [widened(HEARTBEAT_DEFAULTS), widened(SLOW_HEARTBEAT_DEFAULTS)];
  const given = env.get(
    NAME,
    intervalOrOff,
    undefined,
    `Time between two heartbeats of a cluster, if there are several; by default ${slow.intervalMs} with the evidence ` +
      `\`row\` and ${fast.intervalMs} with \`row+shard\`, which requires heartbeats`,
  );
  const proves = evidence === 'row+shard';
  if (given === 0 && proves)
    throw invalidArgument(
      NAME,
      'must not be off with TIDEMARK_CONSISTENCY_EVIDENCE=row+shard, which requires heartbeats',
    );
  const d = proves ? fast : { ...fast, ...slow };
  return { ...d, intervalMs: given ?? d.intervalMs };
}

const interval = integer(50, HOUR_MS);

const intervalOrOff: VariableParser<number> = {
  expected: `${interval.expected}, or \`off\``,
  parse: (value) => (value === '0' || value.toLowerCase() === 'off' ? 0 : interval.parse(value)),
};
