/** What commands say to a person: results on stdout, everything else on stderr. */
import { TidemarkError } from '../errors';

export { untilSignal } from '../platform/until-signal';

export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** One line for the person, with the field at fault; the stack only for what should never happen. */
export function describeFailure(error: unknown): string {
  if (error instanceof TidemarkError && error.code !== 'internal') {
    const field = error.field === undefined ? '' : `${error.field}: `;
    return `tidemark: ${field}${error.message} [${error.code}]`;
  }
  return `tidemark: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
