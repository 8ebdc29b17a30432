import type { Config } from '../../config/index';
import { TidemarkError } from '../../errors';
import { openAdminServer, type AdminServer } from '../../http/server/admin-server';
import { createReadiness } from '../../platform/process/readiness';
import type { Resources } from '../../platform/tasks/resources';
import type { Logger } from '../../platform/telemetry/logger';
import type { Telemetry } from '../../platform/telemetry/telemetry';
import { systemClock } from '../../platform/time/clock';
import type { Store } from '../../store/open-store';

export interface CommandAdminDependencies {
  readonly config: Pick<Config, 'admin' | 'http'>;
  /** Stores that the command uses. The command is not ready while one of them does not answer. */
  readonly stores: Iterable<Pick<Store, 'probe'>>;
  /** Returns another reason why the command is not ready, as a sentence, or undefined. */
  readonly notReadyReason?: () => string | undefined;
  readonly logger: Logger;
  readonly telemetry: Pick<Telemetry, 'metrics'>;
}

/**
 * Admin server of a service: /healthz, /readyz and /metrics. It is closed after everything that the command opens after
 * constructing it, so that its state stays visible while the command ends.
 */
export class CommandAdmin {
  #server: AdminServer | undefined;
  #isDraining = false;

  constructor(resources: Resources) {
    resources.defer(() => this.#server?.close());
  }

  /** Starts the server, if the configuration has an admin port. Throws `invalid_argument` when it cannot listen. */
  async open(dependencies: CommandAdminDependencies): Promise<void> {
    const { config, stores, notReadyReason, logger, telemetry } = dependencies;
    const { readinessCacheMs: cacheMs, readinessTimeoutMs: timeoutMs } = config.http;
    const checkStores = createReadiness({
      clock: systemClock,
      cacheMs,
      isDraining: () => this.#isDraining,
      async probe() {
        await Promise.all([...stores].map((store) => store.probe({ timeoutMs })));
      },
    });
    this.#server = await openAdminServer({
      config: config.admin,
      clock: systemClock,
      logger,
      metrics: () => telemetry.metrics.prometheus(),
      async checkReady() {
        await checkStores();
        const reason = notReadyReason?.();
        if (reason !== undefined) throw new TidemarkError('not_ready', reason);
      },
    });
  }

  /** Reports the command as not ready from now on, since it is about to end. */
  drain(): void {
    this.#isDraining = true;
  }
}
