import type { Config } from '../config/index';
import type { EndpointDependencies } from '../http/create-endpoints';
import type { Endpoint } from '../http/endpoint';
import type { RequestPipeline } from '../http/server/request-pipeline';
import { createGrpcMethods } from './create-methods';
import { GrpcServer } from './server/grpc-server';
import type { GrpcTelemetry } from './server/grpc-call-log';
import { openHealth } from './services/health';
import { SERVICE_NAMES } from './services/reflection';

export interface OpenGrpcDependencies extends GrpcTelemetry {
  readonly config: Config['grpc'];
  /** Limits and access control of the HTTP server. */
  readonly pipeline: RequestPipeline;
  readonly endpoints: readonly Endpoint[];
  readonly parts: EndpointDependencies;
}

/** Creates the gRPC server, unless no port is configured. It does not listen yet. */
export async function openGrpcServer({
  endpoints,
  parts,
  ...options
}: OpenGrpcDependencies): Promise<GrpcServer | undefined> {
  if (options.config.port === undefined) return undefined;
  const health = await openHealth({
    clock: options.pipeline.clock,
    intervalMs: options.config.healthIntervalMs,
    services: SERVICE_NAMES,
    checkReady: parts.checkReady,
  });
  return new GrpcServer({ ...options, methods: createGrpcMethods(endpoints, parts), health });
}
