import { readFileSync } from 'node:fs';
import { describeFailure } from '../../src/errors';
import { printError } from '../../src/cli/shared/terminal';

const REREAD_MS = 10_000;

/** Returns the token in the file, which is read again periodically: tokens expire, and their creator replaces the file. */
export function tokenFile(file: string | undefined): () => string | undefined {
  if (file === undefined) return () => undefined;
  const read = (): string => readFileSync(file, 'utf8').trim();
  let token = read();
  let readMs = performance.now();
  return () => {
    if (performance.now() - readMs < REREAD_MS) return token;
    readMs = performance.now();
    try {
      token = read();
    } catch (error) {
      printError(`the token is kept, since its file can't be read: ${describeFailure(error)}`);
    }
    return token;
  };
}
