import { httpUrl, integer, keyValues, oneOf, text, type Environment } from '../environment';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
const LOG_FORMATS = ['json', 'cloud'] as const;

/** Collector of one signal, over OTLP/HTTP with protobuf bodies. */
export interface OtlpTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const HOUR_MS = 3_600_000;

/**
 * Reads OpenTelemetry's standard variables, and those of logs. The SDK itself reads those about sampling and batching.
 * `project` is the one whose traces log lines refer to.
 */
export function readTelemetryConfig(env: Environment, project: string) {
  const base = env.get(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    httpUrl,
    undefined,
    'Collector of traces and metrics, and of the access log',
  );
  const traces = env.get('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', httpUrl, undefined, 'Full URL for traces');
  const metrics = env.get('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', httpUrl, undefined, 'Full URL for metrics');
  const logs = env.get(
    'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT',
    httpUrl,
    undefined,
    'Full URL for the access log (`TIDEMARK_ACCESS_LOG_OTLP`)',
  );
  const headers = env.get('OTEL_EXPORTER_OTLP_HEADERS', keyValues, {}, 'Headers sent to the collector');
  env.get(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    oneOf(['http/protobuf']),
    'http/protobuf',
    'Protocol of the exporters; no other one is supported',
  );
  const disabled = env.get(
    'OTEL_SDK_DISABLED',
    oneOf(['true', 'false']),
    'false',
    'Whether the export of traces, metrics and logs is disabled',
  );
  const target = (signal: string, url: string | undefined): OtlpTarget | undefined => {
    const full = url ?? (base === undefined ? undefined : `${base.replace(/\/$/, '')}/v1/${signal}`);
    return full === undefined || disabled === 'true' ? undefined : { url: full, headers };
  };
  return {
    logLevel: env.get('TIDEMARK_LOG_LEVEL', oneOf(LOG_LEVELS), 'info', 'Lowest log level that is written'),
    logFormat: env.get(
      'TIDEMARK_LOG_FORMAT',
      oneOf(LOG_FORMATS),
      'json',
      "Fields of log lines; `cloud`: severity, message, trace, request and errors as Google's Cloud Logging interprets them",
    ),
    traceProject: project,
    traces: target('traces', traces),
    metrics: target('metrics', metrics),
    logs: target('logs', logs),
    metricsIntervalMs: env.get(
      'OTEL_METRIC_EXPORT_INTERVAL',
      integer(100, HOUR_MS),
      60_000,
      'Time between two exports of metrics, in milliseconds',
    ),
    serviceName: env.get('OTEL_SERVICE_NAME', text, 'tidemark', 'Name of the service in traces and metrics'),
    resourceAttributes: env.get(
      'OTEL_RESOURCE_ATTRIBUTES',
      keyValues,
      {},
      'Additional attributes of the process in traces and metrics',
    ),
  };
}
