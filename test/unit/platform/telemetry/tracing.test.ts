import { SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { ERROR_TABLE, TidemarkError, type ErrorCode } from '../../../../src/errors';
import { tracingWith, type Tracing } from '../../../../src/platform/telemetry/tracing';

/** Personal data that error messages contain. */
const USER = 'user-4711@example.com';

describe('The span of a failed operation', () => {
  let exporter: InMemorySpanExporter;
  let tracing: Tracing;
  beforeEach(() => {
    exporter = new InMemorySpanExporter();
    tracing = tracingWith(new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  });

  async function spansOf(errors: readonly unknown[]) {
    for (const error of errors) {
      // Any value may be thrown, not only an error.
      const failing = tracing.span('work', {}, () => Promise.reject(error as Error));
      await expect(failing).rejects.toBe(error);
    }
    return exporter.getFinishedSpans().map(({ attributes, status }) => {
      return { type: attributes['error.type'], failed: status.code === SpanStatusCode.ERROR };
    });
  }

  /** Everything about the spans that would be exported. */
  const everything = (): string =>
    JSON.stringify(
      exporter
        .getFinishedSpans()
        .map(({ name, attributes, events, status }) => [name, attributes, events, status]),
    );

  it('has the code of any error and nothing of its message', async () => {
    const codes = Object.keys(ERROR_TABLE) as ErrorCode[];
    const spans = await spansOf(
      codes.map((code) => {
        const cause = new Error(`${USER} was not found`);
        return new TidemarkError(code, `${USER}\n    at ${USER} (${USER}:1:1)`, {
          field: `objects["${USER}"]`,
          cause,
        });
      }),
    );
    expect(spans.map(({ type }) => type)).toEqual(codes);
    expect(everything()).not.toContain('4711');
  });

  it('is failed for server errors and not for caller errors', async () => {
    const [missing, broken] = await spansOf([
      new TidemarkError('object_not_found', USER),
      new TidemarkError('store_unavailable', USER),
    ]);
    expect([missing!.failed, broken!.failed]).toEqual([false, true]);
  });

  it('contains the stack frames of an unexpected error', async () => {
    const [unexpected, text] = await spansOf([new TypeError(`${USER} is not a function`), USER]);
    expect(unexpected).toEqual({ failed: true, type: 'TypeError' });
    expect(text).toEqual({ failed: true, type: 'string' });
    expect(everything()).toContain('tracing.test.ts:');
    expect(everything()).not.toContain('4711');
  });
});
