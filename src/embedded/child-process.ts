/** Runs the server of an embedded Bigtable in a process of its own. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { DEFAULTS } from '../config/defaults';
import { TidemarkError, type ErrorCode } from '../errors';
import { systemClock } from '../platform/time/clock';
import type { RunningServer, ServerOptions } from './run-server';

/** Answer of the process to its options: the endpoint, or the error of the start. */
export type ChildAnswer =
  | { readonly endpoint: string }
  | { readonly code: ErrorCode; readonly message: string; readonly field?: string | undefined };

const ENTRY = join(__dirname, `server-process${extname(__filename)}`);

export async function startInChildProcess(options: ServerOptions): Promise<RunningServer> {
  const child = fork(ENTRY, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  try {
    child.send(options);
    const answer = await answerOf(child);
    if ('code' in answer) throw new TidemarkError(answer.code, answer.message, { field: answer.field });
    return {
      endpoint: answer.endpoint,
      async stop() {
        if (child.connected) child.disconnect();
        await exited;
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** Resolves with the answer of the process. Rejects when it exits before, or does not answer in time. */
function answerOf(child: ChildProcess): Promise<ChildAnswer> {
  const { childStartTimeoutMs } = DEFAULTS.local;
  return new Promise((resolve, reject) => {
    const fail = (message: string): void => reject(new TidemarkError('store_unavailable', message));
    const late = `the embedded Bigtable did not start within ${childStartTimeoutMs} ms`;
    const cancelTimer = systemClock.schedule(childStartTimeoutMs, () => fail(late), { keepAlive: true });
    child.once('message', (message) => resolve(message as ChildAnswer));
    child.once('error', reject);
    child.once('exit', (code, signal) => fail(`the embedded Bigtable ended at its start: ${code ?? signal}`));
    for (const event of ['message', 'error', 'exit']) child.once(event, cancelTimer);
  });
}
