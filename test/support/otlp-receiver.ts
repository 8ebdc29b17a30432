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
  message LogsData { repeated ResourceLogs resource_logs = 1; }
  message ResourceLogs { Resource resource = 1; repeated ScopeLogs scope_logs = 2; }
  message ScopeLogs { repeated LogRecord log_records = 2; }
  message LogRecord {
    fixed64 time_unix_nano = 1; int32 severity_number = 2; AnyValue body = 5;
    bytes trace_id = 9; bytes span_id = 10; string event_name = 12;
  }
  message KeyValueList { repeated KeyValue values = 1; }
  message ArrayValue { repeated AnyValue values = 1; }
  message Resource { repeated KeyValue attributes = 1; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue {
    oneof value {
      string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4;
      ArrayValue array_value = 5; KeyValueList kvlist_value = 6;
    }
  }
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

interface ReceivedLog {
  readonly timeMs: number;
  readonly severity: number;
  readonly eventName: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly body: unknown;
}

export interface OtlpReceiver {
  readonly endpoint: string;
  /** Status of the answers; 200 at first. What is answered otherwise is not kept. */
  status: number;
  readonly logs: ReceivedLog[];
  readonly spans: ReceivedSpan[];
  readonly metrics: Set<string>;
  readonly resources: Record<string, unknown>[];
  readonly headers: IncomingMessage['headers'][];
  close(): void;
}

/** A collector: takes OTLP over HTTP in protobuf, as the standard has it, and keeps what came. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const { root } = protobuf.parse(OTLP);
  const received = {
    status: 200,
    logs: [],
    spans: [],
    metrics: new Set<string>(),
    resources: [],
    headers: [],
  } as Omit<OtlpReceiver, 'endpoint' | 'close'>;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const raw = Buffer.concat(chunks);
      const body = req.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
      received.headers.push(req.headers);
      if (received.status === 200) keep(req.url, root, body, received);
      res.writeHead(received.status, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(received, {
    endpoint: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
}

function keep(
  url: string | undefined,
  root: protobuf.Root,
  body: Buffer,
  into: Omit<OtlpReceiver, 'endpoint' | 'close'>,
): void {
  if (url === '/v1/traces') keepSpans(root, body, into);
  else if (url === '/v1/logs') keepLogs(root, body, into);
  else keepMetrics(root, body, into);
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

interface WireLog {
  readonly timeUnixNano: string;
  readonly severityNumber: number;
  readonly eventName: string;
  readonly traceId?: string;
  readonly spanId?: string;
  readonly body: WireValue;
}

interface WireValue {
  readonly kvlistValue?: { readonly values?: readonly { readonly key: string; readonly value: WireValue }[] };
  readonly arrayValue?: { readonly values?: readonly WireValue[] };
  readonly [scalar: string]: unknown;
}

interface Decoded {
  readonly resourceLogs?: { resource: { attributes: KeyValue[] }; scopeLogs: { logRecords: WireLog[] }[] }[];
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

function keepLogs(root: protobuf.Root, body: Buffer, into: Pick<OtlpReceiver, 'logs' | 'resources'>): void {
  for (const { resource, scopeLogs } of decode(root, 'LogsData', body).resourceLogs ?? []) {
    into.resources.push(record(resource.attributes));
    for (const log of scopeLogs.flatMap(({ logRecords }) => logRecords))
      into.logs.push({
        timeMs: Number(BigInt(log.timeUnixNano) / 1_000_000n),
        severity: log.severityNumber,
        eventName: log.eventName,
        traceId: hex(log.traceId),
        spanId: hex(log.spanId),
        body: valueOf(log.body),
      });
  }
}

function valueOf({ kvlistValue, arrayValue, ...scalar }: WireValue): unknown {
  if (kvlistValue !== undefined)
    return Object.fromEntries((kvlistValue.values ?? []).map(({ key, value }) => [key, valueOf(value)]));
  if (arrayValue !== undefined) return (arrayValue.values ?? []).map(valueOf);
  return Object.values(scalar)[0];
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
