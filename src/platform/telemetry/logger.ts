import pino, { type DestinationStream, type Logger } from 'pino';
import { LogOutput, logOutput } from './log-output';

export type { Logger };

export interface LoggerOptions {
  readonly level: string;
  readonly service: string;
  /** Which of several processes, in each line. */
  readonly worker?: number;
  /** Standard error, or something else; standard output when absent. */
  readonly destination?: 'stderr' | DestinationStream;
}

/** Whom a line is about is needed for debugging one request, and by nobody who reads the running service's log. */
const PERSONAL = ['userId', 'objectId', 'url', 'body'];

/**
 * Structured log, one JSON object a line. A person pipes it through a printer of his choice. Levels above `debug`
 * leave out ids of users and objects.
 */
export function createLogger({ level, service, worker, destination }: LoggerOptions): Logger {
  const to = typeof destination === 'object' ? destination : logOutput(destination === 'stderr' ? 2 : 1);
  const detailed = level === 'trace' || level === 'debug';
  const logger = pino(
    {
      level,
      base: { service, ...(worker !== undefined && { worker }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: detailed ? [] : PERSONAL.flatMap((key) => [key, `*.${key}`]), remove: true },
    },
    to,
  );
  // A logger that is silent shares the output with others, and must not report in their place.
  if (to instanceof LogOutput && logger.isLevelEnabled('warn')) {
    to.onRecovered = (lines) =>
      logger.warn({ lines }, 'log lines were lost: the output was full, or took no more');
  }
  return logger;
}
