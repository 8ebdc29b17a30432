/** Resolves with the first of SIGINT and SIGTERM; the second one ends the process at once with 1. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first = true;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (!first) process.exit(1);
      first = false;
      resolve(signal);
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  });
}
