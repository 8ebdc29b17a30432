import { VERSION } from '../../../../src/platform/process/version';
import { createLogger, type LogFormat, type Logger } from '../../../../src/platform/telemetry/logger';

/** Returns the line that `log` writes in a format, without its time. */
function lineOf(
  format: LogFormat | undefined,
  log: (logger: Logger) => void,
  level = 'info',
): Record<string, unknown> {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  log(createLogger({ level, format, project: 'p', service: 'tidemark', destination }));
  const { time, ...line } = JSON.parse(lines[0]!) as Record<string, unknown>;
  expect(Date.parse(String(time))).not.toBeNaN();
  return line;
}

const IDS = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceSampled: true };

describe('createLogger', () => {
  it('writes level and msg, and the ids of a span as they are', () => {
    expect(lineOf(undefined, (logger) => logger.warn({ ...IDS, status: 429 }, 'request'))).toEqual({
      level: 'warn',
      service: 'tidemark',
      ...IDS,
      status: 429,
      msg: 'request',
    });
  });

  it('writes severity, message and the trace for Cloud Logging', () => {
    expect(lineOf('cloud', (logger) => logger.warn({ ...IDS, caller: 'ads' }, 'request rejected'))).toEqual({
      severity: 'WARNING',
      service: 'tidemark',
      caller: 'ads',
      message: 'request rejected',
      'logging.googleapis.com/trace': `projects/p/traces/${IDS.traceId}`,
      'logging.googleapis.com/spanId': IDS.spanId,
      'logging.googleapis.com/trace_sampled': true,
    });
  });

  it('writes a severity of Cloud Logging for each level', () => {
    const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
    const severities = levels.map(
      (level) => lineOf('cloud', (logger) => logger[level]('x'), 'trace')['severity'],
    );
    expect(severities).toEqual(['DEBUG', 'DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL']);
  });

  it('writes httpRequest for the line of a request, with the template of the route and without ids', () => {
    const request = {
      method: 'GET',
      url: '/v1/objects/user-1',
      route: '/v1/objects/{id}',
      status: 200,
      durationMs: 12.5,
    };
    const line = lineOf('cloud', (logger) => logger.info(request, 'request'));
    expect(line['httpRequest']).toEqual({
      requestMethod: 'GET',
      requestUrl: '/v1/objects/{id}',
      status: 200,
      latency: '0.012500s',
    });
    expect(JSON.stringify(line)).not.toContain('user-1');
  });

  it('marks lines with an error for Error Reporting, with the stack and the version', () => {
    const err = new Error('broken');
    const line = lineOf('cloud', (logger) => logger.error({ err }, 'request failed'));
    expect(line).toMatchObject({
      severity: 'ERROR',
      message: 'request failed',
      '@type': 'type.googleapis.com/google.devtools.clouderrorreporting.v1beta1.ReportedErrorEvent',
      stack_trace: err.stack,
      serviceContext: { service: 'tidemark', version: VERSION },
      err: { message: 'broken' },
    });
    expect(lineOf('cloud', (logger) => logger.warn({ err }, 'retrying'))).not.toHaveProperty('@type');
  });
});
