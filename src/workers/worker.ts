/** One of several processes that serve a port together; run by WorkerPool, which tells it what to do. */
import { createApp, type App, type WorkerRole } from '../app';
import type { Config } from '../config';
import { describeFailure } from '../errors';
import { exitOnStrayErrors } from '../platform/stray-errors';
import type { FromWorker, ToWorker } from './messages';

/** Answers to the metrics that this worker has asked for. */
const questions = new Map<number, (text: string) => void>();
let questionCount = 0;
let app: Promise<App> | undefined;
let draining: Promise<void> | undefined;

function say(message: FromWorker): void {
  // Nobody hears it any more when the keeper has gone, which ends this process, too.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

async function start(config: Config, worker: number): Promise<App> {
  const started = await createApp(config, { worker: { id: worker, allMetrics, onHeartbeats } });
  exitOnStrayErrors(started.logger);
  if (draining !== undefined) return started;
  // A worker that is not warm yet would be handed its share of the requests nevertheless.
  await started.warmUp();
  if (draining !== undefined) return started;
  const address = await started.listen({ heartbeats: false });
  say({ kind: 'listening', address, region: started.region });
  return started;
}

const onHeartbeats: WorkerRole['onHeartbeats'] = (look) => say({ kind: 'heartbeats-seen', look });

function allMetrics(): Promise<string> {
  const question = (questionCount += 1);
  return new Promise((resolve) => {
    questions.set(question, resolve);
    say({ kind: 'ask-metrics', question });
  });
}

async function whyNotReady(): Promise<string> {
  try {
    await (await app)?.checkReady();
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function drain(): Promise<void> {
  draining ??= Promise.resolve(app).then((running) => running?.drain());
  await draining;
  process.exit(0);
}

async function obey(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'start':
      app = start(message.config, message.worker);
      await app;
      return;
    case 'keep-heartbeats':
      return (await app)?.keepHeartbeats();
    case 'share-heartbeats':
      return (await app)?.shareHeartbeats();
    case 'heartbeats-seen':
      return (await app)?.takeHeartbeats(message.look);
    case 'reload':
      return (await app)?.reload();
    case 'stop-listening':
      (await app)?.stopListening();
      return say({ kind: 'stopped-listening' });
    case 'drain':
      return drain();
    case 'tell-metrics': {
      const running = await app;
      if (running === undefined) return;
      const text = await running.metrics();
      return say({ kind: 'answer', question: message.question, text });
    }
    case 'tell-readiness':
      return say({ kind: 'answer', question: message.question, text: await whyNotReady() });
    case 'metrics-of-all':
      questions.get(message.question)?.(message.text);
      questions.delete(message.question);
  }
}

function end(error: unknown): void {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}

process.on('message', (message: ToWorker) => void obey(message).catch(end));
process.on('disconnect', () => void drain().catch(end));
// By itself, for whoever wants this one worker replaced; Ctrl-C reaches every process of the terminal, and is its keeper's.
process.on('SIGTERM', () => void drain().catch(end));
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
