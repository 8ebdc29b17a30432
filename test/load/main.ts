/** `npm run load-test -- --help`. */
import { printError } from '../../src/cli/shared/terminal';
import { describeFailure } from '../../src/errors';
import { loadTestCommand } from './command';

loadTestCommand()
  .parseAsync(process.argv)
  .catch((error: unknown) => {
    printError(describeFailure(error));
    process.exitCode = 1;
  });
