/** Output of commands: results on stdout, everything else on stderr. */

/** Exit code of a program that SIGPIPE has ended, as shells report it. */
const BROKEN_PIPE_EXIT_CODE = 141;

/** Ends the command without a message when its standard output is closed, as by `… | head -1`. */
export function exitOnClosedOutput(): void {
  // Once per process: tests run many commands in one process.
  if (process.stdout.listenerCount('error') > 0) return;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(BROKEN_PIPE_EXIT_CODE);
    printError(`tidemark: cannot write to standard output: ${error.message}`);
    process.exit(1);
  });
  process.stderr.on('error', () => undefined);
}

/** Prints a line on stdout. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line on stderr. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Calls `task` at each SIGHUP, until the returned function is called. */
export function onHangUp(task: () => void): () => void {
  process.on('SIGHUP', task);
  return () => process.off('SIGHUP', task);
}
