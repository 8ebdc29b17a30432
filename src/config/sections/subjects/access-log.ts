import { integer, oneOf, text, type Environment, type VariableParser } from '../../environment';
import { widened } from '../../widened';

/** Defaults of the access log. */
export const ACCESS_LOG_DEFAULTS = {
  /** Maximum number of lines that wait to be written; further ones are dropped. */
  queuedMax: 50_000,
  linesPerWrite: 500,
  /** Longest time for which lines wait before they are written, in milliseconds. */
  intervalMs: 1_000,
  writeTimeoutMs: 10_000,
  retryInitialDelayMs: 100,
  retryMaxDelayMs: 10_000,
  /** Longest time for the last lines when the process ends, in milliseconds. */
  drainTimeoutMs: 5_000,
} as const;

/** `off` → 0, `full` → 1, `0.01` or `1%` → 0.01. */
function shareOf(value: string): number | undefined {
  if (value === 'off') return 0;
  if (value === 'full') return 1;
  const share = value.endsWith('%') ? Number(value.slice(0, -1)) / 100 : Number(value);
  return /^\d*\.?\d+%?$/.test(value) && share <= 1 ? share : undefined;
}

const share: VariableParser<number> = { expected: 'off, full, or a share such as 0.01', parse: shareOf };

const shares: VariableParser<ReadonlyMap<string, number>> = {
  expected: 'a list such as users/profile=full,users/ad_action=0.01',
  parse(value) {
    const parsed = new Map<string, number>();
    for (const entry of value.split(',')) {
      const [name = '', text = '', ...others] = entry.split('=').map((part) => part.trim());
      const of = shareOf(text);
      if (of === undefined || others.length > 0 || !/^[^/]+\/[^/]+$/.test(name)) return undefined;
      parsed.set(name, of);
    }
    return parsed;
  },
};

export function readAccessLogConfig(env: Environment) {
  const d = widened(ACCESS_LOG_DEFAULTS);
  return {
    ...d,
    drainTimeoutMs: env.get(
      'TIDEMARK_ACCESS_LOG_DRAIN_TIMEOUT_MS',
      integer(0, 60_000),
      d.drainTimeoutMs,
      'Longest time for the last lines of the access log when the process ends',
    ),
    file: env.get(
      'TIDEMARK_ACCESS_LOG_FILE',
      text,
      undefined,
      'File of the access log, to which lines of JSON are appended. It may be renamed at any time, as by logrotate',
    ),
    topic: env.get(
      'TIDEMARK_ACCESS_LOG_TOPIC',
      text,
      undefined,
      'Pub/Sub topic of the access log, instead of a file: one message for each line',
    ),
    otlp:
      env.get(
        'TIDEMARK_ACCESS_LOG_OTLP',
        oneOf(['true', 'false']),
        'false',
        'Whether the access log goes to the collector, as OTLP logs, instead of a file or a topic: one log record for each line',
      ) === 'true',
    share: env.get(
      'TIDEMARK_ACCESS_LOG_SHARE',
      share,
      1,
      'Share of the requests that the access log has: `off`, `full`, or a number such as 0.01. Denied ones are always logged unless it is `off`',
    ),
    shares: env.get(
      'TIDEMARK_ACCESS_LOG_SHARES',
      shares,
      new Map<string, number>(),
      'Shares of single DataTypes, such as `users/profile=full,users/ad_action=0.01`',
    ),
  };
}
