/** What commands say to a person: results on stdout, everything else on stderr. */
export { untilSignal } from '../../platform/process/until-signal';

/** As of a program that SIGPIPE has ended: what shells know. */
const BROKEN_PIPE_EXIT_CODE = 141;

/** Ends the command without a message when its standard output is closed, as in `… | head -1`. */
export function exitOnClosedOutput(): void {
  // Once for a process, however many commands it runs.
  if (process.stdout.listenerCount('error') > 0) return;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(BROKEN_PIPE_EXIT_CODE);
    printError(`tidemark: cannot write to standard output: ${error.message}`);
    process.exit(1);
  });
  process.stderr.on('error', () => undefined);
}

export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Calls `task` at each SIGHUP. Returns the function that ends this. */
export function onHangUp(task: () => void): () => void {
  process.on('SIGHUP', task);
  return () => process.off('SIGHUP', task);
}
