import type { Config } from '../../config/index';
import { TidemarkError } from '../../errors';
import { openAdminServer } from '../../http/server/admin-server';
import { createReadiness } from '../../http/server/readiness';
import { systemClock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Telemetry } from '../../platform/telemetry/telemetry';
import type { Store } from '../../store/open-store';

export interface CommandAdminDependencies {
  readonly config: Pick<Config, 'admin' | 'http'>;
  /** What the command works on: it is not ready while one of them does not answer. */
  readonly stores: Iterable<Pick<Store, 'probe'>>;
  /** What else keeps it from its work, as a sentence; undefined where nothing does. */
  readonly notReadyReason?: () => string | undefined;
  readonly logger: Logger;
  readonly telemetry: Pick<Telemetry, 'metrics'>;
}

/** How a command that stays tells how it is. */
export interface CommandAdmin {
  /** From now on it is not ready: it ends. */
  drain(): void;
  /** After everything else: until then it is told how the command is. */
  close(): Promise<void>;
}

/** Throws `invalid_argument`, as `openAdminServer` does. Where the configuration names no port there is nothing to be told. */
export async function openCommandAdmin(parts: CommandAdminDependencies): Promise<CommandAdmin> {
  const { config, stores, notReadyReason: obstacle, logger, telemetry } = parts;
  const { readinessCacheMs: cacheMs, readinessTimeoutMs: timeoutMs } = config.http;
  let draining = false;
  const checkStores = createReadiness({
    clock: systemClock,
    cacheMs,
    isDraining: () => draining,
    async probe() {
      await Promise.all([...stores].map((store) => store.probe({ timeoutMs })));
    },
  });
  const server = await openAdminServer({
    config: config.admin,
    clock: systemClock,
    logger,
    metrics: () => telemetry.metrics.prometheus(),
    async checkReady() {
      await checkStores();
      const reason = obstacle?.();
      if (reason !== undefined) throw new TidemarkError('not_ready', reason);
    },
  });
  return {
    drain() {
      draining = true;
    },
    close: async () => server?.close(),
  };
}
