import type { Attributes } from '@opentelemetry/api';
import type { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { TelemetryTarget } from './tracing';

type LogRecord = Parameters<OTLPLogExporter['export']>[0][number];

/** One event of a log. */
export interface LogEvent {
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  /** 32 hexadecimal digits; undefined for an event without a trace. */
  readonly traceId: string | undefined;
  readonly body: LogRecord['body'];
}

export interface LogExporter {
  /** Sends the events. Rejects if the collector has not accepted them within the time limit. */
  export(events: readonly LogEvent[]): Promise<void>;
  shutdown(): Promise<void>;
}

export interface LogExporterOptions {
  readonly resource: Attributes;
  readonly target: TelemetryTarget;
  /** Name of each event. */
  readonly eventName: string;
  /** Time limit of one export, with its attempts, in milliseconds. */
  readonly timeoutMs: number;
}

/** `INFO` of OpenTelemetry. */
const INFO = { severityNumber: 9, severityText: 'INFO' } as const;

/** Loads the exporter on demand: most processes need none. */
export async function createLogExporter(options: LogExporterOptions): Promise<LogExporter> {
  const { OTLPLogExporter } = await import('@opentelemetry/exporter-logs-otlp-proto');
  const { target, timeoutMs: timeoutMillis, eventName } = options;
  const exporter = new OTLPLogExporter({ url: target.url, headers: { ...target.headers }, timeoutMillis });
  const common = {
    ...INFO,
    eventName,
    resource: resourceFromAttributes(options.resource),
    instrumentationScope: { name: 'tidemark' },
    attributes: {},
    droppedAttributesCount: 0,
  };
  const recordOf = ({ timeMs, traceId, body }: LogEvent): LogRecord => {
    const time: LogRecord['hrTime'] = [Math.floor(timeMs / 1_000), (timeMs % 1_000) * 1_000_000];
    // Without a span: the request has ended.
    const spanContext = traceId === undefined ? undefined : { traceId, spanId: '', traceFlags: 0 };
    return { ...common, hrTime: time, hrTimeObserved: time, body, ...(spanContext && { spanContext }) };
  };
  return {
    export: (events) =>
      new Promise((resolve, reject) => {
        exporter.export(events.map(recordOf), ({ code, error }) => {
          // 0: success.
          if (Number(code) === 0) resolve();
          else reject(error ?? new Error('the collector has not accepted the events'));
        });
      }),
    shutdown: () => exporter.shutdown(),
  };
}
