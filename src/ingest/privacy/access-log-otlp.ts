import type { AccessLogSink } from '../../operations/privacy/access-log';
import {
  createLogExporter,
  type LogEvent,
  type LogExporter,
  type LogExporterOptions,
} from '../../platform/telemetry/log-exporter';

/** Name of the events, by which a collector routes them. */
const EVENT_NAME = 'tidemark.access';

/**
 * Returns a sink that sends each line as one log record of OpenTelemetry, with the line's fields as its body. The
 * exporter is opened with the first lines. After a failure whose outcome is unknown, lines may be sent twice, with the
 * same `requestId` and `subject`.
 */
export function accessLogOtlp(options: Omit<LogExporterOptions, 'eventName'>): AccessLogSink {
  let opened: Promise<LogExporter> | undefined;
  return {
    async write(lines) {
      const opening = (opened ??= createLogExporter({ ...options, eventName: EVENT_NAME }));
      opening.catch(() => (opened = undefined));
      await (await opening).export(lines.map(eventOf));
    },
    async close() {
      const exporter = await opened?.catch(() => undefined);
      await exporter?.shutdown();
    },
  };
}

function eventOf(line: string): LogEvent {
  const body = JSON.parse(line) as Readonly<Record<string, string>>;
  return { timeMs: Date.parse(body['time']!), traceId: body['traceId'], body };
}
