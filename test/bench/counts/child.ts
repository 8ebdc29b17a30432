import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A process that answers one message at a time. */
export class Child {
  readonly #child: ChildProcess;

  constructor(file: string, env: NodeJS.ProcessEnv = {}) {
    this.#child = fork(join(__dirname, file), {
      env: { ...process.env, NODE_ENV: 'production', ...env },
      serialization: 'advanced',
    });
  }

  /** Resolves with the next answer. */
  ask<Answer>(request?: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null): void => reject(new Error(`a process ended with ${code}`));
      this.#child.once('exit', onExit);
      this.#child.once('message', (reply: { readonly value: Answer; readonly error?: string }) => {
        this.#child.off('exit', onExit);
        if (reply.error === undefined) resolve(reply.value);
        else reject(new Error(reply.error));
      });
      if (request !== undefined) this.#child.send(request);
    });
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }
}
