/** What commands say to a person: results on stdout, everything else on stderr. */
import { TidemarkError } from '../errors';

export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** One line for the person, with the field at fault; the stack only for what should never happen. */
export function describeFailure(error: unknown): string {
  if (error instanceof TidemarkError && error.code !== 'internal') {
    const field = error.field === undefined ? '' : ` (${error.field})`;
    return `tidemark: ${error.message}${field} [${error.code}]`;
  }
  return `tidemark: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** Resolves with the first of SIGINT and SIGTERM; the second one ends the process at once with 1. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first = true;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (!first) process.exit(1);
      first = false;
      resolve(signal);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
}
