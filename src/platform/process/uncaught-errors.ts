import { describeFailure } from '../../errors';
import type { Logger } from '../telemetry/logger';

/** Ends the process after an uncaught error, since its state is unknown then. */
export function exitOnUncaughtErrors(logger: Logger): void {
  const onError = (err: unknown): void => {
    logger.fatal({ err }, 'stopping after an uncaught error');
    process.stderr.write(`${describeFailure(err)}\n`);
    process.exit(1);
  };
  process.on('uncaughtException', onError).on('unhandledRejection', onError);
}
