import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { TidemarkError } from '../../errors';

export interface TelemetryTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface TracingOptions {
  readonly resource: Attributes;
  /** Collector of the traces. If undefined, nothing is traced, at no cost. */
  readonly target: TelemetryTarget | undefined;
}

/** Trace context of the caller: the values of the W3C `traceparent` and `tracestate` headers. */
interface RemoteParent {
  readonly traceparent: string | undefined;
  readonly tracestate: string | undefined;
}

/** Ids of a span, as W3C Trace Context writes them. */
export interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceSampled: boolean;
}

/** Returns the ids of the caller's span, or undefined for an absent or malformed `traceparent`. */
export function callerSpanIds(traceparent: string | undefined): SpanIds | undefined {
  const [, traceId, spanId, flags] = (traceparent === undefined ? null : TRACEPARENT.exec(traceparent)) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceSampled: (Number.parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0 };
}

/** Server span of one request. */
export interface RequestSpan {
  readonly ids: SpanIds;
  /** Runs `task` with this span as the parent of those begun in it. */
  run<T>(task: () => T): T;
  end(attributes: Attributes, failed: boolean): void;
}

export interface Tracing {
  /** Starts the server span of a request; undefined when tracing is off. */
  startRequest(name: string, parent: RemoteParent, attributes: Attributes): RequestSpan | undefined;
  /**
   * Runs `task` in a child span of the current one; the span ends when it settles, with the error's code if it rejects.
   */
  span<T>(name: string, attributes: Attributes, task: () => Promise<T>): Promise<T>;
  /** Adds a span for an operation that has just ended, as a child of the current one. */
  ended(name: string, durationMs: number, attributes: Attributes, failed: boolean): void;
  /** Sends the remaining spans. */
  shutdown(): Promise<void>;
}

/**
 * Creates the tracing of one app, with its own provider and context. Nothing is global, so that several apps can run in
 * one process, as they do in tests.
 */
export async function createTracing(options: TracingOptions): Promise<Tracing> {
  if (options.target === undefined) return NO_TRACING;
  const provider = await createProvider(options.resource, options.target);
  return tracingWith(provider);
}

/** Returns tracing that uses this provider. Its shutdown shuts the provider down. */
export function tracingWith(provider: NodeTracerProvider): Tracing {
  return new OtelTracing(provider);
}

export const NO_TRACING: Tracing = {
  startRequest: () => undefined,
  span: (_name, _attributes, task) => task(),
  ended: () => {},
  shutdown: async () => {},
};

/** Loads the exporters on demand, since they take longer to load than the rest of the server. */
async function createProvider(resource: Attributes, target: TelemetryTarget): Promise<NodeTracerProvider> {
  const { NodeTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  const exporter = new OTLPTraceExporter({ url: target.url, headers: { ...target.headers } });
  return new NodeTracerProvider({
    resource: resourceFromAttributes(resource),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
}

class OtelTracing implements Tracing {
  readonly #provider: NodeTracerProvider;
  readonly #tracer: Tracer;
  readonly #current = new AsyncLocalStorage<Context>();

  constructor(provider: NodeTracerProvider) {
    this.#provider = provider;
    this.#tracer = provider.getTracer('tidemark');
  }

  startRequest(name: string, parent: RemoteParent, attributes: Attributes): RequestSpan {
    const remote = remoteContext(parent);
    const span = this.#tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, remote);
    const context = trace.setSpan(remote, span);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      ids: { traceId, spanId, traceSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
      run: (task) => this.#current.run(context, task),
      end(more, failed) {
        span.setAttributes(more);
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  async span<T>(name: string, attributes: Attributes, task: () => Promise<T>): Promise<T> {
    const parent = this.#current.getStore() ?? ROOT_CONTEXT;
    const span = this.#tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes }, parent);
    try {
      return await this.#current.run(trace.setSpan(parent, span), task);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  ended(name: string, durationMs: number, attributes: Attributes, failed: boolean): void {
    const endMs = Date.now();
    const parent = this.#current.getStore() ?? ROOT_CONTEXT;
    const options = { kind: SpanKind.CLIENT, attributes, startTime: endMs - durationMs };
    const span = this.#tracer.startSpan(name, options, parent);
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endMs);
  }

  async shutdown(): Promise<void> {
    await this.#provider.shutdown();
  }
}

/**
 * Marks a span as failed. Error messages may contain ids of users and objects and other request data, which must not
 * reach tracing systems. The span therefore records the error's code and, for an unexpected error, its stack without
 * the message. Errors of the caller (status below 500) do not mark the span as failed.
 */
function markFailed(span: Span, error: unknown): void {
  span.setAttribute('error.type', typeOf(error));
  if (error instanceof TidemarkError && error.status < 500) return;
  span.setStatus({ code: SpanStatusCode.ERROR });
  if (error instanceof TidemarkError && error.code !== 'internal') return;
  span.addEvent('exception', { 'exception.type': typeOf(error), 'exception.stacktrace': framesOf(error) });
}

function typeOf(error: unknown): string {
  if (error instanceof TidemarkError) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

/** Returns the stack frames without the message, which may have several lines. */
function framesOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { message, stack = '' } = error;
  return stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => /^ {4}at .*(?:\)|:\d+:\d+)$/.test(line))
    .join('\n');
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/**
 * Returns the context of the remote parent. A malformed parent is ignored and a new trace begins (W3C Trace Context,
 * section 3.2).
 */
function remoteContext({ traceparent, tracestate }: RemoteParent): Context {
  const ids = callerSpanIds(traceparent);
  if (ids === undefined) return ROOT_CONTEXT;
  const parent = {
    traceId: ids.traceId,
    spanId: ids.spanId,
    traceFlags: ids.traceSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
    ...(tracestate === undefined ? {} : { traceState: createTraceState(tracestate) }),
  };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}
