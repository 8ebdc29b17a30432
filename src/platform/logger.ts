import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

export interface LoggerOptions {
  readonly level: string;
  readonly service: string;
  /** Which of several processes, in each line. */
  readonly worker?: number;
  /** Standard output when absent. */
  readonly destination?: DestinationStream;
}

/** Whom a line is about is needed for debugging one request, and by nobody who reads the running service's log. */
const PERSONAL = ['userId', 'objectId', 'url', 'body'];

/**
 * Structured log, one JSON object a line. A person pipes it through a printer of his choice. Levels above `debug`
 * leave out ids of users and objects.
 */
export function createLogger({ level, service, worker, destination }: LoggerOptions): Logger {
  const detailed = level === 'trace' || level === 'debug';
  return pino(
    {
      level,
      base: { service, ...(worker !== undefined && { worker }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: detailed ? [] : PERSONAL.flatMap((key) => [key, `*.${key}`]), remove: true },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  );
}
