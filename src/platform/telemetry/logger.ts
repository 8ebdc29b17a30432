import pino, { type DestinationStream, type Logger } from 'pino';
import { LogOutput, logOutput } from './log-output';

export type { Logger };

export interface LoggerOptions {
  readonly level: string;
  readonly service: string;
  /** Number of the worker process, added to each line. */
  readonly worker?: number | undefined;
  /** Destination of the lines. Default: standard output. */
  readonly destination?: 'stderr' | DestinationStream | undefined;
}

/** Fields that identify a user or object. They help to debug a single request and are removed at all other levels. */
const PERSONAL = ['userId', 'objectId', 'url', 'body'];

/**
 * Creates a structured logger that writes one JSON object per line. Unless the level is `debug` or `trace`, ids of
 * users and objects are removed.
 */
export function createLogger({ level, service, worker, destination }: LoggerOptions): Logger {
  const to = typeof destination === 'object' ? destination : logOutput(destination === 'stderr' ? 2 : 1);
  const detailed = level === 'trace' || level === 'debug';
  const logger = pino(
    {
      level,
      base: { service, worker },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: detailed ? [] : PERSONAL.flatMap((key) => [key, `*.${key}`]), remove: true },
    },
    to,
  );
  // The output is shared by all loggers of the process; a silent logger must not report the loss for the others.
  if (to instanceof LogOutput && logger.isLevelEnabled('warn')) {
    to.onRecovered = (lines) => logger.warn({ lines }, 'log lines were lost: the output was full or blocked');
  }
  return logger;
}
