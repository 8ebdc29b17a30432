import { ANONYMOUS } from '../../core/access/caller';
import type { TidemarkError } from '../../errors';
import { isSampled, RequestFailureLog } from '../../http/server/request-failure-log';
import type { RequestPipeline } from '../../http/server/request-pipeline';
import type { GrpcStatusName } from '../../platform/network/grpc';
import type { Logger } from '../../platform/telemetry/logger';
import type { Metrics } from '../../platform/telemetry/metrics';
import type { RequestSpan, Tracing } from '../../platform/telemetry/tracing';
import type { LoggedCall } from './logged-call';

export interface GrpcTelemetry {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
}

type RecordLatency = ReturnType<Metrics['latency']>;

/** Metrics, log lines, spans and the access log of gRPC calls. */
export class GrpcCallLog {
  readonly #telemetry: GrpcTelemetry;
  readonly #pipeline: Pick<RequestPipeline, 'clock' | 'addToAccessLog'>;
  readonly #failureLog: RequestFailureLog;
  readonly #seconds: RecordLatency;

  constructor(telemetry: GrpcTelemetry, pipeline: Pick<RequestPipeline, 'clock' | 'addToAccessLog'>) {
    this.#telemetry = telemetry;
    this.#pipeline = pipeline;
    this.#failureLog = new RequestFailureLog(telemetry.logger, pipeline.clock);
    this.#seconds = telemetry.metrics.latency(
      'rpc.server.call.duration',
      'Duration of a gRPC call, from its metadata to the end of the answer',
      ['rpc.method', 'rpc.response.status_code', 'error.type', 'deadline'],
    );
  }

  startSpan({ name, headers }: LoggedCall): RequestSpan | undefined {
    const remote = { traceparent: single(headers['traceparent']), tracestate: single(headers['tracestate']) };
    const attributes = { 'rpc.system.name': 'grpc', 'rpc.method': name };
    return this.#telemetry.tracing.startRequest(name, remote, attributes);
  }

  /** Measures a call of the health or reflection service. */
  onServiceCall(method: string, status: GrpcStatusName, startedMs: number): void {
    const durationMs = this.#pipeline.clock.monotonicMs() - startedMs;
    const labels = { 'rpc.method': method, 'rpc.response.status_code': status };
    this.#seconds.record(durationMs / 1_000, labels);
  }

  onFailed(exchange: LoggedCall, error: TidemarkError): void {
    const { id: requestId, spanIds, endpoint, deadline } = exchange;
    this.#failureLog.add(
      { requestId, spanIds, endpoint, method: 'GRPC', caller: loggedCallerId(exchange), deadline },
      error,
    );
  }

  onFinished(exchange: LoggedCall): void {
    const { name, endpoint, grpcStatus, status, errorCode, deadline } = exchange;
    const durationMs = this.#pipeline.clock.monotonicMs() - exchange.startedMs;
    this.#seconds.record(durationMs / 1_000, {
      'rpc.method': name,
      'rpc.response.status_code': grpcStatus,
      ...(errorCode === undefined ? undefined : { 'error.type': errorCode }),
      ...(deadline === undefined ? undefined : { deadline }),
    });
    this.#pipeline.addToAccessLog(exchange);
    const { logger } = this.#telemetry;
    const level = endpoint.highVolume === true || isSampled(status) ? 'debug' : 'info';
    if (!logger.isLevelEnabled(level)) return;
    const line = {
      requestId: exchange.id,
      ...exchange.spanIds,
      caller: loggedCallerId(exchange),
      rpc: name,
      operation: endpoint.operationId,
      status: grpcStatus,
      code: errorCode,
      durationMs: Math.round(durationMs * 1_000) / 1_000,
    };
    logger[level](line, 'call');
  }
}

/** Returns the caller's id for the log, or undefined without authentication. */
function loggedCallerId({ caller }: LoggedCall): string | undefined {
  return caller === ANONYMOUS ? undefined : caller?.id;
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
