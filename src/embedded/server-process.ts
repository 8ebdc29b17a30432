/** Main file of the process of an embedded Bigtable: serves until the parent disconnects or ends. */
import '../platform/process/v8-flags';
import { TidemarkError } from '../errors';
import type { ChildAnswer } from './child-process';
import { startInProcess, type RunningServer, type ServerOptions } from './run-server';

let server: Promise<RunningServer> | undefined;

process.once('message', (options: ServerOptions) => {
  server = startInProcess(options);
  server.then(({ endpoint }) => answer({ endpoint }), reportFailure);
});
process.once('disconnect', () => {
  const stopped = server?.then((running) => running.stop()) ?? Promise.resolve();
  void stopped.catch(() => undefined).then(() => process.exit());
});
// An interrupt at the terminal reaches both processes: the parent decides when this one ends.
process.on('SIGINT', () => undefined);

const answer = (message: ChildAnswer): void => {
  process.send?.(message);
};

function reportFailure(error: unknown): void {
  if (error instanceof TidemarkError) {
    const { code, message, field } = error;
    answer({ code, message, field });
  } else answer({ code: 'internal', message: String(error) });
}
