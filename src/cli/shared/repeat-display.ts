import { systemClock, sleep } from '../../platform/time/clock';
import type { CommandRun } from './lifecycle';

const CLEAR_SCREEN = '\x1b[2J\x1b[H';

export interface RepeatDisplayOptions {
  readonly intervalMs: number;
  /** Clears a terminal before each display, unless the output is JSON. */
  readonly json: boolean;
}

/** Calls `show` at once and then at the interval, until SIGINT or SIGTERM (`--watch`). */
export async function repeatDisplay(
  run: Pick<CommandRun, 'untilStopped'>,
  show: () => Promise<void>,
  { intervalMs, json }: RepeatDisplayOptions,
): Promise<void> {
  const stopped = new AbortController();
  void run.untilStopped().then(() => stopped.abort());
  while (!stopped.signal.aborted) {
    if (process.stdout.isTTY && !json) process.stdout.write(CLEAR_SCREEN);
    await show();
    await sleep(systemClock, intervalMs, stopped.signal).catch(() => undefined);
  }
}
