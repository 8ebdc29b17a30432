import type { ListeningAddress } from '../app';
import { processEnvironment, type Config } from '../config/index';
import { TidemarkError } from '../errors';
import { processMemory } from '../platform/process/process-memory';
import type { Clock } from '../platform/time/clock';
import type { Logger } from '../platform/telemetry/logger';
import { randomTokenKey } from '../store/token-keys';
import { Acceptor } from './acceptor';
import { mergeMetrics } from './merge-metrics';
import type { HeartbeatsMessage, SupervisorMessage } from './messages';
import { RestartPolicy } from './restart-policy';
import { supervisorMetrics } from './supervisor-metrics';
import { workerHeapOptions } from './worker-heap';
import { WorkerProcess } from './worker-process';

export interface WorkerPoolOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Error after which the service cannot continue. `syscall` marks it as an error of the environment, shown without a
 * stack.
 */
export class WorkersFailedError extends Error {
  override readonly name = 'WorkersFailed';
  readonly syscall = 'fork';
}

/**
 * Processes that serve one port together. Each is a complete service. One of them, the primary, writes and reads
 * heartbeats for all, until it ends and another one takes over. This process, the supervisor, accepts connections and
 * hands them over in turn (Acceptor): the kernel distributed the eight connections of a load balancer 1 to 7 over two
 * workers, and keep-alive connections stay where they are.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  /** Configuration of the workers: like that of this process, with token keys. */
  readonly #config: Config;
  readonly #acceptor: Acceptor;
  readonly #workers = new Map<number, WorkerProcess>();
  readonly #restartPolicies = new Map<number, RestartPolicy>();
  readonly #failed: Promise<never>;
  #fail!: (error: WorkersFailedError) => void;
  #primary: WorkerProcess | undefined;
  #restartCount = 0;
  #hasServed = false;
  #draining = false;
  #onChange: () => void = () => undefined;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#config = withTokenKeys(options);
    const { config, clock, logger } = options;
    this.#acceptor = new Acceptor({ limits: config.processes, clock, logger });
    this.#failed = new Promise((_resolve, reject) => (this.#fail = reject));
    this.#failed.catch(() => undefined);
  }

  /** Rejects with WorkersFailedError when workers end faster than they can be replaced. */
  get failed(): Promise<never> {
    return this.#failed;
  }

  get logger(): Logger {
    return this.#options.logger;
  }

  get region(): string | undefined {
    return [...this.#workers.values()].find(({ region }) => region !== undefined)?.region;
  }

  /** Resolves when all workers serve. The first one starts alone, so that a failing start is reported once. */
  async listen(): Promise<ListeningAddress> {
    const { http, grpc, processes } = this.#options.config;
    await this.#start(1);
    const address = await this.#acceptor.listen(http);
    const grpcPort = await this.#listenForGrpc(http.host, grpc.port);
    await this.#start(processes.workers);
    return { ...address, grpcPort };
  }

  /** Listens for gRPC connections if a port is configured, and returns the port. */
  async #listenForGrpc(host: string, port: number | undefined): Promise<number | undefined> {
    if (port === undefined) return undefined;
    return (await this.#acceptor.listen({ host, port }, 'grpc')).port;
  }

  async #start(count: number): Promise<void> {
    for (let id = this.#workers.size + 1; id <= count && !this.#draining; id++) this.#fork(id);
    await Promise.race([this.#until(() => this.#serving.length >= count), this.#failed]);
  }

  /** Returns the metrics of all workers, each sample labeled with its worker. */
  async metrics(): Promise<string> {
    const { metricsTimeoutMs } = this.#options.config.processes;
    const texts = await Promise.all(this.#serving.map((each) => each.metrics(metricsTimeoutMs)));
    return mergeMetrics([...texts.filter((text) => text !== undefined), this.#ownMetrics()]);
  }

  /** Throws an error with the reason if no worker is ready. One ready worker suffices. */
  async checkReady(): Promise<void> {
    if (this.#draining) throw new TidemarkError('draining', 'this service is shutting down');
    const { http, processes } = this.#options.config;
    const timeoutMs = http.readinessTimeoutMs + processes.metricsTimeoutMs;
    const workers = this.#serving;
    if (workers.length === 0) throw new TidemarkError('not_ready', 'no worker is serving yet');
    await Promise.any(workers.map((each) => each.checkReady(timeoutMs))).catch((none: AggregateError) => {
      throw none.errors[0];
    });
  }

  reload(): void {
    this.#broadcast({ kind: 'reload' });
  }

  /**
   * Closes the port first, so that a client that must reconnect does not reach this process again. Workers take the
   * connections that were accepted before. Then all workers complete their requests in flight concurrently. A worker
   * that takes too long is killed.
   */
  async drain(): Promise<void> {
    const { config, clock, logger } = this.#options;
    this.#draining = true;
    const timeoutMs = config.http.drainTimeoutMs + config.processes.drainMarginMs;
    const killLate = (): void => {
      for (const worker of this.#workers.values()) {
        logger.error({ worker: worker.id, timeoutMs }, 'worker did not drain in time: killing it');
        worker.kill();
      }
    };
    const cancel = clock.schedule(timeoutMs, killLate, { keepAlive: true });
    await this.#acceptor.close();
    this.#broadcast({ kind: 'drain' });
    await this.#until(() => this.#workers.size === 0);
    cancel();
  }

  #broadcast(message: SupervisorMessage): void {
    for (const worker of this.#workers.values()) worker.send(message);
  }

  get #serving(): readonly WorkerProcess[] {
    return [...this.#workers.values()].filter(({ isServing }) => isServing);
  }

  #fork(id: number): void {
    const { clock, config } = this.#options;
    const nodeOptions = workerHeapOptions(config.processes.workers, processMemory(processEnvironment()));
    const worker = new WorkerProcess(
      id,
      { clock, nodeOptions },
      {
        onServing: (each) => this.#onServing(each),
        onDraining: (each) => this.#onDraining(each),
        onTaken: (each, number) => this.#acceptor.onTaken(each, number),
        onDeclined: (each, number) => this.#acceptor.onDeclined(each, number),
        onEnd: (each) => this.#onEnd(each),
        onMetricsRequested: (each, requestId) => void this.#sendMetrics(each, requestId),
        onHeartbeats: (each, message) => this.#shareHeartbeats(each, message),
      },
    );
    this.#workers.set(id, worker);
    worker.send({ kind: 'start', worker: id, config: this.#config });
    if (this.#draining) worker.send({ kind: 'drain' });
    clock.schedule(config.processes.startTimeoutMs, () => this.#killHungStart(worker));
  }

  /** Kills a worker that hangs in its start, so that it is replaced. */
  #killHungStart(worker: WorkerProcess): void {
    if (worker.hasServed || worker.exitReason !== undefined) return;
    const { config, logger } = this.#options;
    const { startTimeoutMs } = config.processes;
    logger.error({ worker: worker.id, startTimeoutMs }, 'worker did not start in time: killing it');
    worker.kill();
  }

  #onServing(worker: WorkerProcess): void {
    const startMs = Math.round(this.#options.clock.monotonicMs() - worker.startedMs);
    this.#options.logger.info({ worker: worker.id, pid: worker.pid, startMs }, 'worker is serving');
    this.#hasServed = true;
    this.#acceptor.addWorker(worker);
    this.#appointPrimary();
    if (worker !== this.#primary) this.#primary?.send({ kind: 'share-heartbeats' });
    this.#onChange();
  }

  #onDraining(worker: WorkerProcess): void {
    this.#acceptor.removeWorker(worker);
    if (!this.#draining) this.#appointPrimary();
  }

  #appointPrimary(): void {
    if (this.#primary?.isServing === true) return;
    this.#primary = this.#serving[0];
    this.#primary?.send({ kind: 'become-primary' });
  }

  #shareHeartbeats(from: WorkerProcess, message: HeartbeatsMessage): void {
    for (const worker of this.#workers.values()) if (worker !== from) worker.sendHeartbeats(message);
  }

  #onEnd(worker: WorkerProcess): void {
    this.#workers.delete(worker.id);
    this.#acceptor.onEnded(worker);
    if (!this.#draining) this.#replace(worker);
    this.#onChange();
  }

  #replace(worker: WorkerProcess): void {
    const { clock, logger } = this.#options;
    const { id, pid, exitReason: ended, hasServed } = worker;
    const livedMs = Math.round(clock.monotonicMs() - worker.startedMs);
    const pauseMs = this.#restartDelayMs(worker, livedMs);
    const line = { worker: id, pid, ended, livedMs, hasServed };
    if (pauseMs === undefined) {
      logger.fatal(line, 'worker ended and is not replaced: another one would end, too');
      return this.#fail(new WorkersFailedError(this.#failureMessage(worker)));
    }
    logger.error({ ...line, pauseMs: Math.round(pauseMs) }, 'worker ended and will be replaced');
    this.#restartCount += 1;
    this.#appointPrimary();
    clock.schedule(pauseMs, () => (this.#draining ? undefined : this.#fork(id)), { keepAlive: true });
  }

  /**
   * Returns the delay before a restart, or undefined if the worker is not replaced. A permanent failure before any
   * worker has served means that the configuration is wrong. After that, serving workers continue, and the restart is
   * retried.
   */
  #restartDelayMs({ id, cannotStart, hasServed }: WorkerProcess, livedMs: number): number | undefined {
    if (cannotStart && !this.#hasServed) return undefined;
    return this.#restartPolicyOf(id).delayMs(livedMs, hasServed);
  }

  #restartPolicyOf(id: number): RestartPolicy {
    const restarts = this.#restartPolicies.get(id) ?? new RestartPolicy(this.#options.config.processes);
    this.#restartPolicies.set(id, restarts);
    return restarts;
  }

  async #sendMetrics(asking: WorkerProcess, requestId: number): Promise<void> {
    asking.send({ kind: 'all-metrics', requestId, text: await this.metrics() });
  }

  #ownMetrics(): string {
    return supervisorMetrics({
      workers: this.#serving.length,
      restarts: this.#restartCount,
      connectionsWaiting: this.#acceptor.waitingCount,
      connectionsUnserved: this.#acceptor.unservedCount,
    });
  }

  #until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = () => {
        if (isSo()) resolve();
      };
      this.#onChange();
    });
  }

  #failureMessage({ id, exitReason: ended = 'nothing', cannotStart, hasServed }: WorkerProcess): string {
    if (cannotStart && !this.#hasServed) return `worker ${id} ended with ${ended} before it served`;
    const { earlyEndsMax, stableAfterMs } = this.#options.config.processes;
    const when = hasServed ? `within ${stableAfterMs} ms of its start` : 'before it served';
    return `worker ${id} ended ${earlyEndsMax + 1} times in a row ${when}, the last time with ${ended}`;
  }
}

/** Returns the configuration with common token keys, so that each worker accepts the tokens of all others. */
function withTokenKeys({ config, logger }: WorkerPoolOptions): Config {
  const { keys, keysFile } = config.tokens;
  if (keys !== undefined || keysFile !== undefined) return config;
  return { ...config, tokens: { ...config.tokens, keys: [randomTokenKey(logger)] } };
}
