import { createApp } from '../app';
import type { Config } from '../config/index';
import { openAdminServer, type AdminServer } from '../http/server/admin-server';
import { systemClock } from '../platform/time/clock';
import { createLogger, type Logger } from '../platform/telemetry/logger';
import type { Address } from './messages';
import { WorkerPool } from './worker-pool';

/** The API, whether this process serves it by itself or keeps workers that do. */
export interface Service {
  readonly logger: Logger;
  /** Where it takes itself to be; known at the latest when it listens. */
  readonly region: string | undefined;
  /** Rejects when it cannot go on. */
  readonly failed?: Promise<never>;
  listen(): Promise<Address>;
  /** Throws why it should get no requests now. */
  checkReady(): Promise<void>;
  /** In Prometheus's text format. */
  metrics(): Promise<string>;
  /** Reads the files of topology, access and token keys again, now. */
  reload(): void;
  /** Refuses new requests, lets those in flight end, then closes everything. */
  drain(): Promise<void>;
}

/** Throws why the store that this process itself holds should get no requests now. */
export type CheckLocalStore = () => void;

/** Throws, as `createApp` does, what it cannot start with; where there are workers, `listen` does. */
export async function openService(config: Config, checkStore?: CheckLocalStore): Promise<Service> {
  const service = await openWithoutAdmin(config, checkStore);
  const checkReady = async (): Promise<void> => {
    await service.checkReady();
    checkStore?.();
  };
  return withAdmin(service, config, checkReady);
}

async function openWithoutAdmin(config: Config, checkStore: CheckLocalStore | undefined): Promise<Service> {
  if (config.processes.workers === 1) return createApp(config, { checkStore });
  const { logLevel: level, serviceName: service } = config.telemetry;
  return new WorkerPool({ config, clock: systemClock, logger: createLogger({ level, service }) });
}

/** The listener for probes is there before the API and closes after it: it tells of both the start and the end. */
function withAdmin(service: Service, { admin: config }: Config, checkReady: () => Promise<void>): Service {
  let admin: AdminServer | undefined;
  const { failed, logger } = service;
  return {
    logger,
    get region() {
      return service.region;
    },
    ...(failed !== undefined && { failed }),
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
