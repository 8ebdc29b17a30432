import { integer, oneOf, type Environment } from '../../environment';
import { widened } from '../../widened';
import { readConsoleSignIn } from './console-sign-in';

/** Defaults of the console, the pages that show the store in a browser. */
const CONSOLE_DEFAULTS = {
  /** Consoles that may be open at once in one process. */
  watchersMax: 200,
  /** Time between two snapshots, in milliseconds. */
  intervalMs: 2_000,
  /** Time after which a live answer ends, in milliseconds; the console then sends a new request, with a valid token. */
  liveMaxMs: 600_000,
  /** Longest time for which a fault of the embedded Bigtable can be ordered, in milliseconds. */
  faultMaxMs: 600_000,
  /** Longest latency that a fault can add to the requests of a cluster, in milliseconds. */
  faultLatencyMaxMs: 10_000,
  /** Lifetime of what operators see of background work, in milliseconds. */
  operationsCacheMs: 5_000,
  /** Open erasures that are counted at most. */
  erasuresMax: 10_000,
  /** Lifetime of a list of dead letters, in milliseconds. */
  deadLetterCacheMs: 15_000,
  /** Dead letters that are listed at most. */
  deadLettersMax: 100,
  /** Dead letters after which a replay ends. */
  replayMax: 5_000,
  /** Lifetime of a sample of what compaction has to pack, in milliseconds. */
  sampleCacheMs: 60_000,
  /** Rows of a sample, of each event DataType. */
  sampleRowsMax: 50,
  /** Time for the sample of an event DataType, in milliseconds. */
  sampleTimeoutMs: 2_000,
} as const;

export function readConsoleConfig(env: Environment) {
  const d = widened(CONSOLE_DEFAULTS);
  return {
    ...d,
    enabled:
      env.get(
        'TIDEMARK_CONSOLE',
        oneOf(['on', 'off']),
        'on',
        'Whether the server has the console at `/console`; its pages need no token, but all that they show does',
      ) === 'on',
    watchersMax: env.get(
      'TIDEMARK_CONSOLE_WATCHERS_MAX',
      integer(0, 10_000),
      d.watchersMax,
      'Consoles that a process serves at once; further ones are answered with 503',
    ),
    signIn: readConsoleSignIn(env),
  };
}
