import { connectionsWithin, descriptorLimit } from '../../platform/process/descriptors';
import type { Logger } from '../../platform/telemetry/logger';

/**
 * Returns how many connections the server accepts: as many as configured, or as the limit of open files allows, with a
 * warning.
 */
export function connectionLimit(
  { connectionsMax }: { readonly connectionsMax: number },
  logger: Logger,
): number {
  const descriptors = descriptorLimit();
  const connections = connectionsWithin(descriptors, connectionsMax);
  if (connections < connectionsMax) {
    const line = { descriptors, connections, configured: connectionsMax };
    logger.warn(
      line,
      'fewer connections are accepted than configured: raise the limit of open files (ulimit -n)',
    );
  }
  return connections;
}
