import type { Clock } from '../../platform/time/clock';
import { ServiceRegistry } from './service-registry';

export interface HealthDependencies {
  readonly clock: Clock;
  /** Interval of the checks in milliseconds. */
  readonly intervalMs: number;
  /** Full names of the services whose health can be queried, besides that of the whole server. */
  readonly services: readonly string[];
  /** Throws if this process cannot serve. */
  readonly checkReady: () => Promise<void>;
}

/** The gRPC health service, whose status is the readiness of the process. */
export interface HealthService {
  readonly registry: ServiceRegistry;
  /** Checks the readiness now and then periodically. */
  start(): void;
  /** Reports NOT_SERVING from now on. */
  stop(): void;
}

/** Name under which the health of the whole server is queried. */
const SERVER = '';

export async function openHealth(parts: HealthDependencies): Promise<HealthService> {
  const { HealthImplementation } = await import('grpc-health-check');
  const { clock, intervalMs, services, checkReady } = parts;
  const names = [SERVER, ...services];
  const health = new HealthImplementation(Object.fromEntries(names.map((name) => [name, 'NOT_SERVING'])));
  const registry = new ServiceRegistry();
  health.addToServer(registry);
  let isServing = false;
  let isStopped = false;
  let cancel = (): void => undefined;

  const report = (serving: boolean): void => {
    if (serving === isServing || (isStopped && serving)) return;
    isServing = serving;
    for (const name of names) health.setStatus(name, serving ? 'SERVING' : 'NOT_SERVING');
  };
  const check = async (): Promise<void> => {
    await checkReady().then(
      () => report(true),
      () => report(false),
    );
    if (!isStopped) cancel = clock.schedule(intervalMs, () => void check());
  };
  return {
    registry,
    start: () => void check(),
    stop() {
      isStopped = true;
      cancel();
      report(false);
    },
  };
}
