import type { Config } from '../../config/index';
import { connectionsWithin, descriptorLimit } from '../../platform/process/descriptors';
import type { Logger } from '../../platform/telemetry/logger';

/**
 * Returns how many connections each port accepts. The ports share the open files of the process: both accept as many as
 * configured, or, with a warning, parts of what the limit of open files allows.
 */
export function connectionLimits(
  { http, grpc }: Pick<Config, 'http' | 'grpc'>,
  logger: Logger,
): { readonly http: number; readonly grpc: number } {
  const grpcMax = grpc.port === undefined ? 0 : grpc.connectionsMax;
  const configured = http.connectionsMax + grpcMax;
  const descriptors = descriptorLimit();
  const connections = connectionsWithin(descriptors, configured);
  if (connections === configured) return { http: http.connectionsMax, grpc: grpcMax };
  logger.warn(
    { descriptors, connections, configured },
    'fewer connections are accepted than configured: raise the limit of open files (ulimit -n)',
  );
  const share = (max: number): number => Math.max(1, Math.round((max * connections) / configured));
  return { http: share(http.connectionsMax), grpc: share(grpcMax) };
}
