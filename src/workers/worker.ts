/** One of several processes that serve a port together; run by WorkerPool, which tells it what to do. */
import { createApp, type App, type WorkerRole } from '../app';
import type { Config } from '../config/index';
import { describeFailure, TidemarkError } from '../errors';
import { systemClock } from '../platform/time/clock';
import { FINAL_FLUSH_MS, flushLogs } from '../platform/telemetry/log-output';
import { exitOnUncaughtErrors } from '../platform/process/uncaught-errors';
import type { WorkerMessage, SupervisorMessage } from './messages';
import { pausedSocketOf, type TcpHandle } from './tcp-handle';

/** Answers to the metrics that this worker has asked for. */
const pendingRequests = new Map<number, (text: string) => void>();
let requestCount = 0;
let app: Promise<App> | undefined;
let draining: Promise<void> | undefined;
let settings: Config | undefined;
/** Takes connections: from when it serves until it drains. */
let serving: App | undefined;
/** Number of the latest hand-over whose message has arrived. */
let lastHandOver = 0;

/** Resolves when the message is on its way, or cannot be any more since the supervisor has gone. */
function send(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

async function start(config: Config, worker: number): Promise<App> {
  const started = await createApp(config, { worker: { id: worker, allMetrics, onHeartbeats } });
  exitOnUncaughtErrors(started.logger);
  if (draining !== undefined) return started;
  // A worker that is not warm yet would be handed its share of the requests nevertheless.
  await started.warmUp();
  if (draining !== undefined) return started;
  started.start({ isPrimary: false });
  serving = started;
  void send({ kind: 'serving', region: started.region });
  return started;
}

/** The supervisor gives the connection to another worker unless this one says that it takes it: so nothing is read before. */
async function takeConnection(number: number, handle: TcpHandle | undefined): Promise<void> {
  lastHandOver = number;
  const server = serving;
  if (server === undefined || handle === undefined) {
    handle?.close();
    return send({ kind: 'declined', number });
  }
  await send({ kind: 'taken', number });
  server.takeConnection(pausedSocketOf(handle));
}

const onHeartbeats: WorkerRole['onHeartbeats'] = (look) => void send({ kind: 'heartbeats-seen', look });

function allMetrics(): Promise<string> {
  const question = (requestCount += 1);
  return new Promise((resolve) => {
    pendingRequests.set(question, resolve);
    void send({ kind: 'ask-metrics', question });
  });
}

async function notReadyReason(): Promise<string> {
  try {
    await (await app)?.checkReady();
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** After this message no connection comes; those whose `taken` went before it are served. */
async function drainApp(): Promise<void> {
  serving = undefined;
  await send({ kind: 'draining' });
  await (await app)?.drain();
}

async function drain({ isAlone = false } = {}): Promise<void> {
  draining ??= drainApp();
  const logger = isAlone ? (await app)?.logger : undefined;
  logger?.warn('the supervisor has gone: draining');
  await draining;
  logger?.info('drained');
  await flushLogs(FINAL_FLUSH_MS);
  process.exit(0);
}

async function handleMessage(message: SupervisorMessage, handle: TcpHandle | undefined): Promise<void> {
  switch (message.kind) {
    case 'start':
      settings = message.config;
      app = start(message.config, message.worker);
      await app.catch(endStart);
      return;
    case 'keep-heartbeats':
      return (await app)?.becomePrimary();
    case 'share-heartbeats':
      return (await app)?.shareHeartbeats();
    case 'heartbeats-seen':
      return (await app)?.receiveHeartbeats(message.look);
    case 'reload':
      return (await app)?.reload();
    case 'connection':
      return takeConnection(message.number, handle);
    case 'confirm-connection':
      return message.number > lastHandOver ? send({ kind: 'declined', number: message.number }) : undefined;
    case 'drain':
      return drain();
    case 'tell-metrics': {
      const running = await app;
      if (running === undefined) return;
      const text = await running.metrics();
      return send({ kind: 'answer', question: message.question, text });
    }
    case 'tell-readiness':
      return send({ kind: 'answer', question: message.question, text: await notReadyReason() });
    case 'metrics-of-all':
      pendingRequests.get(message.question)?.(message.text);
      pendingRequests.delete(message.question);
  }
}

function end(error: unknown): void {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}

/** Ends the start. The supervisor learns whether another worker would fail in the same way. */
async function endStart(error: unknown): Promise<void> {
  if (isPermanent(error)) await send({ kind: 'cannot-start' });
  end(error);
}

/** Wrong settings, and what the system denies, such as a port that is taken. */
function isPermanent(error: unknown): boolean {
  if (error instanceof TidemarkError) return !error.retryable;
  return error instanceof Error && 'syscall' in error;
}

/** Drains after the supervisor has gone: nothing else ends this process then if that hangs. */
function drainWithoutSupervisor(): void {
  if (settings === undefined) process.exit(0);
  const timeoutMs = settings.http.drainTimeoutMs + settings.processes.drainMarginMs;
  systemClock.schedule(timeoutMs, () => end(new Error(`not drained within ${timeoutMs} ms`)));
  void drain({ isAlone: true }).catch(end);
}

process.on('message', (message: SupervisorMessage, handle) => {
  void handleMessage(message, handle as TcpHandle | undefined).catch(end);
});
process.on('disconnect', drainWithoutSupervisor);
// By itself, for whoever wants this one worker replaced; Ctrl-C reaches every process of the terminal, and is its keeper's.
process.on('SIGTERM', () => void drain().catch(end));
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
