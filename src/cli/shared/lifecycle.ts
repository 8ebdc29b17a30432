/** The life of a command: it owns signals, the closing of resources, the exit code, and the report of a failure. */
import { describeFailure, failureJson, TidemarkError } from '../../errors';
import { untilSignal } from '../../platform/process/until-signal';
import { Resources, releaseAll } from '../../platform/tasks/resources';
import { printError } from './terminal';

/** Exit codes of all commands. */
export const EXIT_CODES = {
  ok: 0,
  failed: 1,
  /** Some records of an import were rejected, and all others are imported. */
  rejectedRecords: 2,
  /** A reconciliation found differences. */
  differs: 3,
  /** The user interrupted a job, by SIGINT or SIGTERM. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** Services that a command may use while it runs. */
export interface CommandRun {
  /** Everything that the command opens. It is released in reverse order when the command ends, also when it fails. */
  readonly resources: Resources;
  /**
   * Returns a signal that aborts at the first SIGINT or SIGTERM. It is for jobs, which save their progress and end with
   * `EXIT_CODES.interrupted`. A further signal ends the process at once. Before the first call, a signal ends it, too.
   */
  interruptSignal(): AbortSignal;
  /**
   * Resolves at the first SIGINT or SIGTERM after the call. It is for services, for which a signal is the normal end. A
   * further signal ends the process at once.
   */
  untilStopped(): Promise<NodeJS.Signals>;
  /** Calls `task` after the resources are released, unless the command has failed. */
  whenClosed(task: () => void): void;
}

export interface CommandActionOptions {
  /**
   * Options by the field that an error names, e.g. `{ windows: '--window' }`: commands pass their options to the parser
   * of the API, whose errors name fields of the request. `windows[0].to` becomes `--window[0].to`.
   */
  readonly optionNames?: Readonly<Record<string, string>> | undefined;
}

type CommandBody<Args extends readonly unknown[]> = (
  run: CommandRun,
  ...args: Args
) => ExitCode | void | Promise<ExitCode | void>;

/**
 * Returns the action of a command for `Command.action`. The body gets its run and the arguments that commander passes.
 * It returns its exit code, which is 0 by default. Its errors are thrown to the caller, once everything is closed.
 */
export function commandAction<Args extends readonly unknown[]>(
  body: CommandBody<Args>,
  { optionNames = {} }: CommandActionOptions = {},
): (...args: Args) => Promise<void> {
  return async (...args) => {
    const run = new Run();
    try {
      const exitCode = await run.complete(() => body(run, ...args));
      if (exitCode !== undefined) process.exitCode = exitCode;
    } catch (error) {
      throw namingOption(error, optionNames);
    }
  };
}

class Run implements CommandRun {
  readonly resources = new Resources();
  readonly #whenClosed: (() => void)[] = [];
  #interrupt: AbortController | undefined;

  /** Runs the body, and then closes everything. The error of the body comes before those of closing. */
  async complete(body: () => ExitCode | void | Promise<ExitCode | void>): Promise<ExitCode | void> {
    let exitCode: ExitCode | void;
    try {
      exitCode = await body();
    } catch (error) {
      await this.resources.release().catch(() => undefined);
      if (this.#interrupt?.signal.aborted === true && isCancellation(error)) return EXIT_CODES.interrupted;
      throw error;
    }
    await this.resources.release();
    await releaseAll(this.#whenClosed);
    return exitCode;
  }

  interruptSignal(): AbortSignal {
    if (this.#interrupt !== undefined) return this.#interrupt.signal;
    const interrupt = new AbortController();
    const onSignal = (): void => interrupt.abort(new Error('interrupted'));
    process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
    this.resources.defer(() => process.off('SIGINT', onSignal).off('SIGTERM', onSignal));
    this.#interrupt = interrupt;
    return interrupt.signal;
  }

  untilStopped(): Promise<NodeJS.Signals> {
    return untilSignal();
  }

  whenClosed(task: () => void): void {
    this.#whenClosed.push(task);
  }
}

function isCancellation(error: unknown): boolean {
  return error instanceof TidemarkError && error.code === 'client_closed_request';
}

/** Replaces the longest prefix of the error's field that has an option by the name of that option. */
function namingOption(error: unknown, optionNames: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof TidemarkError) || error.field === undefined) return error;
  const { field, code, message, cause } = error;
  const prefix = Object.keys(optionNames)
    .filter((name) => field === name || (field.startsWith(name) && /[.[]/.test(field.charAt(name.length))))
    .sort((a, b) => b.length - a.length)[0];
  if (prefix === undefined) return error;
  const option = `${optionNames[prefix]}${field.slice(prefix.length)}`;
  return new TidemarkError(code, message, { field: option, cause: cause ?? error });
}

/** Prints why a command has failed, as JSON where its arguments have `--json`, and sets the exit code. */
export function reportFailure(error: unknown, args: readonly string[]): void {
  printError(args.includes('--json') ? failureJson(error) : describeFailure(error));
  process.exitCode = EXIT_CODES.failed;
}
