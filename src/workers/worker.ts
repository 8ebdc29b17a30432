/** Worker: one of several processes that serve a port together. WorkerPool starts it and sends it messages. */
import '../platform/process/v8-flags';
import { createApp, type App, type WorkerRole } from '../app';
import type { Config } from '../config/index';
import { describeFailure, TidemarkError } from '../errors';
import { systemClock } from '../platform/time/clock';
import { FINAL_FLUSH_MS, flushLogs } from '../platform/telemetry/log-output';
import { exitOnUncaughtErrors } from '../platform/process/uncaught-errors';
import type { Listener, WorkerMessage, SupervisorMessage } from './messages';
import { pausedSocketOf, type TcpHandle } from './tcp-handle';

/** Callbacks of pending requests for the metrics of all workers. */
const pendingRequests = new Map<number, (text: string) => void>();
let requestCount = 0;
let app: Promise<App> | undefined;
let draining: Promise<void> | undefined;
let settings: Config | undefined;
/** The app, while it takes connections: from the end of its start until it drains. */
let serving: App | undefined;
/** Number of the latest hand-over whose message has arrived. */
let lastHandOver = 0;

/** Sends a message. Resolves when it was sent, or cannot be sent because the supervisor has ended. */
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
  // Connections are distributed evenly, so the worker must be warm before it takes any.
  await started.warmUp();
  if (draining !== undefined) return started;
  started.start({ isPrimary: false });
  serving = started;
  void send({ kind: 'serving', region: started.region });
  return started;
}

/**
 * Takes or declines a connection. Nothing is read before the supervisor knows: it may give an unread one to another
 * worker.
 */
async function takeConnection(
  { number, listener }: { readonly number: number; readonly listener: Listener },
  handle: TcpHandle | undefined,
): Promise<void> {
  lastHandOver = number;
  const server = serving;
  if (server === undefined || handle === undefined) {
    handle?.close();
    return send({ kind: 'declined', number });
  }
  await send({ kind: 'taken', number });
  server.takeConnection(pausedSocketOf(handle), listener);
}

const onHeartbeats: WorkerRole['onHeartbeats'] = (look) => void send({ kind: 'heartbeats', look });

function allMetrics(): Promise<string> {
  const requestId = (requestCount += 1);
  return new Promise((resolve) => {
    pendingRequests.set(requestId, resolve);
    void send({ kind: 'get-all-metrics', requestId });
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

/** Drains the app. The supervisor sends no connection after the message `draining`; those taken before are served. */
async function drainApp(): Promise<void> {
  serving = undefined;
  await send({ kind: 'draining' });
  await (await app)?.drain();
}

async function drain({ isAlone = false } = {}): Promise<void> {
  draining ??= drainApp();
  const logger = isAlone ? (await app)?.logger : undefined;
  logger?.warn('the supervisor has ended: draining');
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
    case 'become-primary':
      return (await app)?.becomePrimary();
    case 'share-heartbeats':
      return (await app)?.shareHeartbeats();
    case 'heartbeats':
      return (await app)?.receiveHeartbeats(message.look);
    case 'reload':
      return (await app)?.reload();
    case 'connection':
      return takeConnection(message, handle);
    case 'confirm-connection':
      return message.number > lastHandOver ? send({ kind: 'declined', number: message.number }) : undefined;
    case 'drain':
      return drain();
    case 'get-metrics': {
      const running = await app;
      if (running === undefined) return;
      const text = await running.metrics();
      return send({ kind: 'answer', requestId: message.requestId, text });
    }
    case 'get-readiness':
      return send({ kind: 'answer', requestId: message.requestId, text: await notReadyReason() });
    case 'all-metrics':
      pendingRequests.get(message.requestId)?.(message.text);
      pendingRequests.delete(message.requestId);
  }
}

function end(error: unknown): void {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}

/** Ends the process after a failed start. Reports a permanent failure, which another worker would repeat. */
async function endStart(error: unknown): Promise<void> {
  if (isPermanent(error)) await send({ kind: 'cannot-start' });
  end(error);
}

/** Returns whether an error is permanent: an invalid configuration, or an error of the system such as a port in use. */
function isPermanent(error: unknown): boolean {
  if (error instanceof TidemarkError) return !error.retryable;
  return error instanceof Error && 'syscall' in error;
}

/** Drains after the supervisor has ended. Without it, this timeout alone ends the process if draining hangs. */
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
// SIGTERM replaces this one worker. Ctrl-C reaches every process of the terminal; only the supervisor reacts to it.
process.on('SIGTERM', () => void drain().catch(end));
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
