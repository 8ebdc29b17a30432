/**
 * Fields of log lines that the agents of Cloud Logging and Error Reporting interpret:
 * https://cloud.google.com/logging/docs/structured-logging and https://cloud.google.com/error-reporting/docs/formatting-error-messages.
 */
import type { LoggerOptions as PinoOptions } from 'pino';
import { VERSION } from '../process/version';

/** Severities by the names of levels. */
const SEVERITIES: Readonly<Record<string, string>> = {
  trace: 'DEBUG',
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
  fatal: 'CRITICAL',
};

/** Lowest number of a level whose errors are reported: pino's `error`. */
const ERROR_LEVEL = 50;
const REPORTED_ERROR = 'type.googleapis.com/google.devtools.clouderrorreporting.v1beta1.ReportedErrorEvent';

interface CloudLoggingOptions {
  readonly service: string;
  /** Project of the traces. */
  readonly project: string;
}

/** Returns the options of pino for lines that Cloud Logging interprets. */
export function cloudLoggingFields({ service, project }: CloudLoggingOptions): PinoOptions {
  const errorFields = { '@type': REPORTED_ERROR, serviceContext: { service, version: VERSION } };
  return {
    messageKey: 'message',
    formatters: {
      level: (label) => ({ severity: SEVERITIES[label] ?? 'DEFAULT' }),
      log: ({ traceId, spanId, traceSampled, ...line }) => ({
        ...line,
        ...traceFields(project, { traceId, spanId, traceSampled }),
        ...requestFields(line),
      }),
    },
    mixin: (line, level) => (level >= ERROR_LEVEL ? { ...errorFields, ...stackOf(line) } : {}),
  };
}

interface TraceIds {
  readonly traceId: unknown;
  readonly spanId: unknown;
  readonly traceSampled: unknown;
}

function traceFields(project: string, { traceId, spanId, traceSampled }: TraceIds): Record<string, unknown> {
  if (typeof traceId !== 'string') return {};
  return {
    'logging.googleapis.com/trace': `projects/${project}/traces/${traceId}`,
    'logging.googleapis.com/spanId': spanId,
    'logging.googleapis.com/trace_sampled': traceSampled,
  };
}

/** Returns `httpRequest` for the line of a request. Its URL is the route's template: real ones have ids of users. */
function requestFields({
  method,
  route,
  status,
  durationMs,
}: Record<string, unknown>): Record<string, unknown> {
  if (typeof route !== 'string' || typeof status !== 'number') return {};
  const latency = typeof durationMs === 'number' ? `${(durationMs / 1_000).toFixed(6)}s` : undefined;
  return { httpRequest: { requestMethod: method, requestUrl: route, status, latency } };
}

/** Returns the stack, by which Error Reporting groups errors. */
function stackOf(line: object): { readonly stack_trace?: string | undefined } {
  const { err } = line as { readonly err?: unknown };
  return err instanceof Error && err.stack !== undefined ? { stack_trace: err.stack } : {};
}
