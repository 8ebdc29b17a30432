import { describeFailure } from '../../errors';
import type { Logger } from '../telemetry/logger';

/** Ends the process at an error that nobody caught: what it left behind is unknown. */
export function exitOnUncaughtErrors(logger: Logger): void {
  const onError = (err: unknown): void => {
    logger.fatal({ err }, 'stopping after an error that nobody caught');
    process.stderr.write(`${describeFailure(err)}\n`);
    process.exit(1);
  };
  process.on('uncaughtException', onError).on('unhandledRejection', onError);
}
