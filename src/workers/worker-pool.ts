import type { Config } from '../config/index';
import { TidemarkError } from '../errors';
import type { Clock } from '../platform/time/clock';
import type { Logger } from '../platform/telemetry/logger';
import { randomTokenKey } from '../store/token-keys';
import { Acceptor } from './acceptor';
import { mergeMetrics } from './merge-metrics';
import type { Address, HeartbeatsMessage, SupervisorMessage } from './messages';
import { RestartPolicy } from './restart-policy';
import { supervisorMetrics } from './supervisor-metrics';
import { WorkerProcess } from './worker-process';

export interface WorkerPoolOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The service cannot go on. As with what the system refuses, a person is to mend it, and the stack tells nothing. */
export class WorkersFailedError extends Error {
  override readonly name = 'WorkersFailed';
  readonly syscall = 'fork';
}

/**
 * Processes that serve one port together, each a whole service but for what one does for all of them: writing and reading
 * heartbeats, of which it shares what it has found, until it ends and another one takes over. This process itself accepts
 * connections and hands them out in turn (Acceptor): left to the kernel, the eight connections of a load balancer went 1 to 7 to two workers, and connections
 * that are kept stay where they are.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  /** As the workers get it. */
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

  /** Rejects with WorkersFailed when workers end faster than they can be replaced. */
  get failed(): Promise<never> {
    return this.#failed;
  }

  get logger(): Logger {
    return this.#options.logger;
  }

  get region(): string | undefined {
    return [...this.#workers.values()].find(({ region }) => region !== undefined)?.region;
  }

  /** Resolves when all workers serve. The first one goes ahead: what keeps it from it is told once, not once for each. */
  async listen(): Promise<Address> {
    const { http, processes } = this.#options.config;
    await this.#start(1);
    const address = await this.#acceptor.listen(http);
    await this.#start(processes.workers);
    return address;
  }

  async #start(count: number): Promise<void> {
    for (let id = this.#workers.size + 1; id <= count && !this.#draining; id++) this.#fork(id);
    await Promise.race([this.#until(() => this.#serving.length >= count), this.#failed]);
  }

  /** Of all workers on one page, each sample with its worker. */
  async metrics(): Promise<string> {
    const { metricsTimeoutMs } = this.#options.config.processes;
    const texts = await Promise.all(this.#serving.map((each) => each.metrics(metricsTimeoutMs)));
    return mergeMetrics([...texts.filter((text) => text !== undefined), this.#ownMetrics()]);
  }

  /** Throws where not one worker would take requests: as long as one does, the port is worth connecting to. */
  async checkReady(): Promise<void> {
    if (this.#draining) throw new TidemarkError('draining', 'this service is shutting down');
    const { http, processes } = this.#options.config;
    const timeoutMs = http.readinessTimeoutMs + processes.metricsTimeoutMs;
    const workers = this.#serving;
    if (workers.length === 0) throw new TidemarkError('not_ready', 'no worker serves yet');
    await Promise.any(workers.map((each) => each.checkReady(timeoutMs))).catch((none: AggregateError) => {
      throw none.errors[0];
    });
  }

  reload(): void {
    this.#broadcast({ kind: 'reload' });
  }

  /**
   * First the port is closed, so that a client that is told to connect anew is not accepted by mistake, and workers take the
   * connections that were accepted before. Then each worker ends its requests in flight, all at the same time. One that
   * takes too long is killed.
   */
  async drain(): Promise<void> {
    const { config, clock, logger } = this.#options;
    this.#draining = true;
    const timeoutMs = config.http.drainTimeoutMs + config.processes.drainMarginMs;
    const killLate = (): void => {
      for (const worker of this.#workers.values()) {
        logger.error({ worker: worker.id, timeoutMs }, 'the worker does not end, and is killed');
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
    const worker = new WorkerProcess(id, clock, {
      onServing: (each) => this.#onServing(each),
      onDraining: (each) => this.#onDraining(each),
      onTaken: (each, number) => this.#acceptor.onTaken(each, number),
      onDeclined: (each, number) => this.#acceptor.onDeclined(each, number),
      onEnd: (each) => this.#onEnd(each),
      onMetricsRequested: (each, question) => void this.#sendMetrics(each, question),
      onHeartbeats: (each, message) => this.#shareHeartbeats(each, message),
    });
    this.#workers.set(id, worker);
    worker.send({ kind: 'start', worker: id, config: this.#config });
    if (this.#draining) worker.send({ kind: 'drain' });
    clock.schedule(config.processes.startTimeoutMs, () => this.#killHungStart(worker));
  }

  /** One that hangs in its start would otherwise be missing for good. */
  #killHungStart(worker: WorkerProcess): void {
    if (worker.hasServed || worker.exitReason !== undefined) return;
    const { config, logger } = this.#options;
    const { startTimeoutMs } = config.processes;
    logger.error({ worker: worker.id, startTimeoutMs }, 'the worker does not start, and is killed');
    worker.kill();
  }

  #onServing(worker: WorkerProcess): void {
    const startMs = Math.round(this.#options.clock.monotonicMs() - worker.startedMs);
    this.#options.logger.info({ worker: worker.id, pid: worker.pid, startMs }, 'worker serves');
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
    this.#primary?.send({ kind: 'keep-heartbeats' });
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
      logger.fatal(line, 'a worker has ended, and another one would too');
      return this.#fail(new WorkersFailedError(this.#failureMessage(worker)));
    }
    logger.error({ ...line, pauseMs: Math.round(pauseMs) }, 'a worker has ended, and is replaced');
    this.#restartCount += 1;
    this.#appointPrimary();
    clock.schedule(pauseMs, () => (this.#draining ? undefined : this.#fork(id)), { keepAlive: true });
  }

  /**
   * Undefined where there is to be no other worker. While none has ever served, one that cannot start is enough: the settings are
   * wrong. Later, those that serve go on while they change.
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

  async #sendMetrics(asking: WorkerProcess, question: number): Promise<void> {
    asking.send({ kind: 'metrics-of-all', question, text: await this.metrics() });
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

/** A token that one worker has issued is taken by all. */
function withTokenKeys({ config, logger }: WorkerPoolOptions): Config {
  const { keys, keysFile } = config.tokens;
  if (keys !== undefined || keysFile !== undefined) return config;
  return { ...config, tokens: { ...config.tokens, keys: [randomTokenKey(logger)] } };
}
