import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import protobuf from 'protobufjs';

/** Parts of opentelemetry-proto 1.x that tests check. */
const OTLP = `
  syntax = "proto3";
  message TracesData { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5;
    fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9; Status status = 15;
  }
  message Status { int32 code = 3; }
  message MetricsData { repeated ResourceMetrics resource_metrics = 1; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
  message ScopeMetrics { repeated Metric metrics = 2; }
  message Metric { string name = 1; string unit = 3; }
  message Resource { repeated KeyValue attributes = 1; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
`;

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
  readonly startNanos: bigint;
  readonly endNanos: bigint;
}

export interface OtlpReceiver {
  readonly endpoint: string;
  readonly spans: ReceivedSpan[];
  readonly metrics: Set<string>;
  readonly resources: Record<string, unknown>[];
  readonly headers: IncomingMessage['headers'][];
  close(): void;
}

/** A collector: takes OTLP over HTTP in protobuf, as the standard has it, and keeps what came. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const { root } = protobuf.parse(OTLP);
  const received = { spans: [], metrics: new Set<string>(), resources: [], headers: [] } as Pick<
    OtlpReceiver,
    'spans' | 'metrics' | 'resources' | 'headers'
  >;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const raw = Buffer.concat(chunks);
      const body = req.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
      received.headers.push(req.headers);
      if (req.url === '/v1/traces') keepSpans(root, body, received);
      else keepMetrics(root, body, received);
      res.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...received,
    endpoint: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface WireSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly attributes?: KeyValue[];
  readonly status?: { readonly code: number };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

interface Decoded {
  readonly resourceSpans?: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: WireSpan[] }[] }[];
  readonly resourceMetrics?: {
    resource: { attributes: KeyValue[] };
    scopeMetrics: { metrics: { name: string }[] }[];
  }[];
}

function decode(root: protobuf.Root, type: string, body: Buffer): Decoded {
  const message = root.lookupType(type);
  return message.toObject(message.decode(body), { bytes: String, longs: String });
}

function keepSpans(root: protobuf.Root, body: Buffer, into: Pick<OtlpReceiver, 'spans' | 'resources'>): void {
  for (const { resource, scopeSpans } of decode(root, 'TracesData', body).resourceSpans ?? []) {
    into.resources.push(record(resource.attributes));
    for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
      into.spans.push({
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentSpanId: hex(span.parentSpanId),
        name: span.name,
        attributes: record(span.attributes ?? []),
        failed: span.status?.code === 2,
        startNanos: BigInt(span.startTimeUnixNano),
        endNanos: BigInt(span.endTimeUnixNano),
      });
    }
  }
}

function keepMetrics(
  root: protobuf.Root,
  body: Buffer,
  into: Pick<OtlpReceiver, 'metrics' | 'resources'>,
): void {
  for (const { resource, scopeMetrics } of decode(root, 'MetricsData', body).resourceMetrics ?? []) {
    into.resources.push(record(resource.attributes));
    for (const { name } of scopeMetrics.flatMap(({ metrics }) => metrics)) into.metrics.add(name);
  }
}

function record(attributes: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

function hex(base64: string | undefined): string {
  return Buffer.from(base64 ?? '', 'base64').toString('hex');
}
