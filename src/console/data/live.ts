import { effect, signal } from '@preact/signals';
import { isTidemarkError } from '../../client';
import type { ConsoleSnapshot } from '../../client/types';
import { currentClient } from './client';
import { credentials } from './token';

/** State of the live data: `off` if the server does not send them to this caller. */
export type LiveStatus = 'connecting' | 'open' | 'waiting' | 'off';

export interface Live {
  readonly status: LiveStatus;
  /** Latest snapshot. */
  readonly snapshot: ConsoleSnapshot | undefined;
  /** Latest snapshots, the oldest first. */
  readonly history: readonly ConsoleSnapshot[];
  /** Why there are no live data. */
  readonly error: unknown;
}

/** Snapshots that are kept for charts: those of five minutes. */
const HISTORY_MAX = 150;
/** Longest time to the next attempt after a failure, in milliseconds. */
const RETRY_MAX_MS = 15_000;
/** Failures that no retry overcomes. */
const FINAL = ['unauthenticated', 'permission_denied', 'unknown_route'] as const;

const live = signal<Live>({ status: 'connecting', snapshot: undefined, history: [], error: undefined });
let isStarted = false;

/** Returns the live data. All components share one stream, which ends while the page is hidden. */
export function useLive(): Live {
  if (!isStarted) start();
  return live.value;
}

function start(): void {
  isStarted = true;
  const isVisible = signal(!document.hidden);
  document.addEventListener('visibilitychange', () => (isVisible.value = !document.hidden));
  effect(() => {
    // Another caller needs a new stream.
    void credentials.value;
    if (!isVisible.value) return undefined;
    const controller = new AbortController();
    void follow(controller.signal);
    return () => controller.abort();
  });
}

async function follow(abort: AbortSignal): Promise<void> {
  for (let failures = 0; !abort.aborted; failures++) {
    try {
      change({ status: failures === 0 ? 'connecting' : 'waiting' });
      for await (const snapshot of currentClient().console.live({ signal: abort, attemptsMax: 1 })) {
        failures = 0;
        const history = [...live.peek().history, snapshot].slice(-HISTORY_MAX);
        change({ status: 'open', snapshot, history, error: undefined });
      }
    } catch (error) {
      if (abort.aborted) return;
      const isFinal = isTidemarkError(error, ...FINAL);
      change({ status: isFinal ? 'off' : 'waiting', error });
      if (isFinal) return;
    }
    await pause(Math.min(1_000 * 2 ** failures, RETRY_MAX_MS));
  }
}

function change(part: Partial<Live>): void {
  live.value = { ...live.peek(), ...part };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
