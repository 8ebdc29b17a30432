import { createApp, type AppOverrides, type ListeningAddress } from '../app';
import type { Config } from '../config/index';
import { openAdminServer, type AdminServer } from '../http/server/admin-server';
import { systemClock } from '../platform/time/clock';
import { createLogger, loggerOptionsOf, type Logger } from '../platform/telemetry/logger';
import { WorkerPool } from './worker-pool';

/** The API, served by this process itself or by its workers. */
export interface Service {
  readonly logger: Logger;
  /** Region of this process. Known when `listen` has resolved at the latest. */
  readonly region: string | undefined;
  /** Rejects when the service cannot continue. */
  readonly failed?: Promise<never> | undefined;
  listen(): Promise<ListeningAddress>;
  /** Throws an error with the reason if the service cannot serve requests. */
  checkReady(): Promise<void>;
  /** Returns the metrics in the Prometheus text format. */
  metrics(): Promise<string>;
  /** Reloads the files of topology, access and token keys now. */
  reload(): void;
  /** Rejects new requests, completes those in flight, then closes everything. */
  drain(): Promise<void>;
}

/** Throws an error with the reason if the embedded store of this process is not ready. */
type CheckLocalStore = () => void;

/** Embedded store of this process. */
export interface LocalStore {
  readonly checkStore: CheckLocalStore;
  /** Control of its faults, for the console. Workers do not have it. */
  readonly faults?: AppOverrides['faults'];
}

/** Opens the service. Throws the errors of `createApp`; with several workers, `listen` throws them instead. */
export async function openService(config: Config, local?: LocalStore): Promise<Service> {
  const service = await openWithoutAdmin(config, local);
  const { checkStore } = local ?? {};
  const checkReady = async (): Promise<void> => {
    await service.checkReady();
    checkStore?.();
  };
  return withAdmin(service, config, checkReady);
}

async function openWithoutAdmin(config: Config, local: LocalStore | undefined): Promise<Service> {
  if (config.processes.workers === 1) return createApp(config, { ...local });
  return new WorkerPool({
    config,
    clock: systemClock,
    logger: createLogger(loggerOptionsOf(config.telemetry)),
  });
}

/** Adds the admin listener. It opens before the API and closes after it, so that start and end can be observed. */
function withAdmin(service: Service, { admin: config }: Config, checkReady: () => Promise<void>): Service {
  let admin: AdminServer | undefined;
  const { failed, logger } = service;
  return {
    logger,
    get region() {
      return service.region;
    },
    failed,
    async listen() {
      admin = await openAdminServer({
        config,
        clock: systemClock,
        logger,
        checkReady,
        metrics: () => service.metrics(),
      });
      return service.listen();
    },
    checkReady,
    metrics: () => service.metrics(),
    reload: () => service.reload(),
    async drain() {
      try {
        await service.drain();
      } finally {
        await admin?.close();
      }
    },
  };
}
