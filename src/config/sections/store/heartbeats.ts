import { invalidArgument } from '../../../errors';
import { type Environment, integer, type VariableParser } from '../../environment';

const HOUR_MS = 3_600_000;
const NAME = 'TIDEMARK_HEARTBEAT_INTERVAL_MS';

export interface HeartbeatDefaults {
  readonly intervalMs: number;
  readonly farLookIntervals: number;
}

/**
 * How often heartbeats are written and read: by the second where they prove answers, rarely where they only bound the
 * staleness that answers report. Throws `invalid_argument` where evidence that needs them is left without them.
 */
export function readHeartbeats<D extends HeartbeatDefaults>(
  env: Environment,
  { evidence, d, slow }: { readonly evidence: string; readonly d: D; readonly slow: HeartbeatDefaults },
): D {
  const given = env.get(
    NAME,
    intervalOrOff,
    undefined,
    `Time between two heartbeats of a cluster, where there are several; by default ${slow.intervalMs} with the evidence ` +
      `\`row\` and ${d.intervalMs} with \`row+shard\`, which cannot do without`,
  );
  const proves = evidence === 'row+shard';
  if (given === 0 && proves)
    throw invalidArgument(
      NAME,
      'must not be off with TIDEMARK_CONSISTENCY_EVIDENCE=row+shard, which reads them',
    );
  const defaults = proves ? d : { ...d, ...slow };
  return { ...defaults, intervalMs: given ?? defaults.intervalMs };
}

const interval = integer(50, HOUR_MS);

const intervalOrOff: VariableParser<number> = {
  expected: `${interval.expected}, or \`off\``,
  parse: (value) => (value === '0' || value.toLowerCase() === 'off' ? 0 : interval.parse(value)),
};
