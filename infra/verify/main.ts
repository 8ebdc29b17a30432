/** `npm run verify -- --help`. */
import { printError } from '../../src/cli/shared/terminal';
import { verifyCommand } from './command';

verifyCommand()
  .parseAsync(process.argv)
  .catch((error: unknown) => {
    printError(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
