import { createApp } from '../app';
import type { Config } from '../config';
import { systemClock } from '../platform/clock';
import { createLogger, type Logger } from '../platform/logger';
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
  /** Reads the topology's file again, now. */
  reload(): void;
  /** Refuses new requests, lets those in flight end, then closes everything. */
  drain(): Promise<void>;
}

/** Throws, as `createApp` does, what it cannot start with; where there are workers, `listen` does. */
export async function openService(config: Config): Promise<Service> {
  if (config.processes.workers === 1) return createApp(config);
  const { logLevel: level, serviceName: service } = config.telemetry;
  return new WorkerPool({ config, clock: systemClock, logger: createLogger({ level, service }) });
}
