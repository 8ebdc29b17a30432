import type { Config } from '../../config/index';
import { requireAccessControl } from '../../config/sections/access';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import { isLoopback } from '../../platform/network/loopback';
import type { Metrics } from '../../platform/telemetry/metrics';
import type { Random } from '../../platform/random';
import { ALLOW_ALL, ALLOW_ALL_LOCALLY, type AccessGate } from './access-gate';
import { openAuthenticator } from './authenticator';
import { createAccessGate } from './create-access-gate';

/** Access control of a running server. */
export interface ServerAccess {
  readonly gate: AccessGate;
  /** Fetches the keys of all issuers. Never rejects. */
  warmUp(): Promise<void>;
  /** Throws an error with the reason if no caller could be authenticated. */
  checkReady(): void;
  /** Reloads all files now. */
  reload(): void;
  stop(): void;
}

export interface AccessDependencies {
  readonly config: Pick<Config, 'access' | 'http'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/**
 * Opens access control. Throws `invalid_argument` for an invalid access file, and for a public address without
 * authentication.
 */
export async function openAccess({ config, ...parts }: AccessDependencies): Promise<ServerAccess> {
  const { access, http } = config;
  requireAccessControl(http.host, access);
  if (access.file === undefined) return unauthenticatedAccess(http.host, parts.logger);
  const authenticator = await openAuthenticator({ ...parts, file: access.file, limits: access });
  const gate = createAccessGate({
    ...parts,
    authenticate: (authorization) => authenticator.authenticate(authorization),
    limitsOf: (callerId) => authenticator.limitsOf(callerId),
    isListed: (callerId) => authenticator.isListed(callerId),
    // Keeps one caller from taking all request slots.
    inFlightMax: Math.ceil(http.requestsInFlightMax / 2),
  });
  return {
    gate,
    warmUp: () => authenticator.warmUp(),
    checkReady: () => authenticator.checkReady(),
    reload: () => authenticator.reload(),
    stop: () => authenticator.stop(),
  };
}

function unauthenticatedAccess(host: string, logger: Logger): ServerAccess {
  if (!isLoopback(host))
    logger.warn({ host }, 'no authentication: every client that can reach this address has full access');
  const nothing = (): void => undefined;
  const gate = isLoopback(host) ? ALLOW_ALL_LOCALLY : ALLOW_ALL;
  return { gate, warmUp: async () => undefined, checkReady: nothing, reload: nothing, stop: nothing };
}
