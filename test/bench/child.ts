import { fork, type ChildProcess } from 'node:child_process';
import { killOnExit } from './lifetimes';

/** Reply of a child process to a message: a value, or the text of an error. */
export interface Reply {
  readonly value?: unknown;
  readonly error?: string;
}

export interface ChildOptions {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * A child process of a benchmark that answers one message at a time (`answerMessages`). It is killed when this process
 * exits.
 */
export class Child {
  readonly #file: string;
  readonly #child: ChildProcess;
  readonly #exited: Promise<number | NodeJS.Signals>;

  /** `file`: absolute path of a TypeScript file. */
  constructor(file: string, { args = [], env = {} }: ChildOptions = {}) {
    this.#file = file;
    this.#child = killOnExit(
      fork(file, args, {
        env: { ...process.env, NODE_ENV: 'production', ...env },
        serialization: 'advanced',
        // A benchmark's standard output is its result alone.
        stdio: ['ignore', process.stderr, process.stderr, 'ipc'],
      }),
    );
    this.#exited = new Promise((resolve) =>
      this.#child.once('exit', (code, signal) => resolve(code ?? signal!)),
    );
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /**
   * Sends a request, if there is one, and resolves with the next answer: without a request that is the child's first
   * message. Rejects with the child's error, and when the child ends before it has answered.
   */
  ask<Answer>(request?: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const onMessage = ({ value, error }: Reply): void =>
        error === undefined ? resolve(value as Answer) : reject(new Error(error));
      this.#child.once('message', onMessage);
      void this.#exited.then((how) => reject(new Error(`${this.#file} ended with ${how}`)));
      if (request !== undefined) this.#child.send(request, (error) => error !== null && reject(error));
    });
  }

  /** Ends the process without waiting for its work, and resolves when it is gone. */
  async stop(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}
