import pino, { type DestinationStream, type Logger } from 'pino';
import { cloudLoggingFields } from './cloud-logging';
import { LogOutput, logOutput } from './log-output';

export type { Logger };

/** Fields of log lines: this project's own, or those that Cloud Logging interprets. */
export type LogFormat = 'json' | 'cloud';

export interface LoggerOptions {
  readonly level: string;
  readonly service: string;
  /** Default: `json`. */
  readonly format?: LogFormat | undefined;
  /** Project of the traces, for the format `cloud`. Default: unknown. */
  readonly project?: string | undefined;
  /** Number of the worker process, added to each line. */
  readonly worker?: number | undefined;
  /** Destination of the lines. Default: standard output. */
  readonly destination?: 'stderr' | DestinationStream | undefined;
}

/** Fields that identify a user or object. They help to debug a single request and are removed at all other levels. */
const PERSONAL = ['userId', 'objectId', 'url', 'body'];

const OWN_FIELDS = { formatters: { level: (label: string) => ({ level: label }) } };

/** Settings of logs, as the configuration has them. */
export interface LogSettings {
  readonly logLevel: string;
  readonly logFormat: LogFormat;
  readonly traceProject: string;
  readonly serviceName: string;
}

/** Returns the options of a logger with these settings. */
export function loggerOptionsOf(settings: LogSettings): LoggerOptions {
  const { logLevel: level, logFormat: format, traceProject: project, serviceName: service } = settings;
  return { level, format, project, service };
}

/**
 * Creates a structured logger that writes one JSON object per line. Unless the level is `debug` or `trace`, ids of
 * users and objects are removed.
 */
export function createLogger(options: LoggerOptions): Logger {
  const { level, service, format, project = '-', worker, destination } = options;
  const to = typeof destination === 'object' ? destination : logOutput(destination === 'stderr' ? 2 : 1);
  const detailed = level === 'trace' || level === 'debug';
  const logger = pino(
    {
      level,
      base: { service, worker },
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(format === 'cloud' ? cloudLoggingFields({ service, project }) : OWN_FIELDS),
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
