import { TidemarkError } from '../../errors';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import type { Clock } from '../../platform/time/clock';
import type { EmbeddedFaults } from './embedded-faults';
import { liveSnapshot } from './live-snapshot';
import { MetricChanges } from './metric-changes';
import { MetricSamples } from './metric-samples';

interface LiveFeedLimits {
  /** Consoles that may be open at once in this process. */
  readonly watchersMax: number;
  /** Time between two snapshots, in milliseconds. */
  readonly intervalMs: number;
}

export interface LiveFeedDependencies {
  /** Returns the metrics of the server in the Prometheus text format. */
  readonly metrics: () => Promise<string>;
  /** Control of the embedded Bigtable. Absent: the store is another one. */
  readonly faults?: Pick<EmbeddedFaults, 'status'> | undefined;
  readonly clock: Clock;
  readonly limits: LiveFeedLimits;
}

/** Snapshots of the store for all open consoles of a process. */
export interface LiveFeed {
  /**
   * Yields a snapshot as JSON in each interval, until the signal aborts or `count` were sent. A watcher that is slow gets fewer.
   * Throws `overloaded` if too many consoles are open.
   */
  watch(signal: CancelSignal, count?: number): AsyncGenerator<string, void>;
  readonly watchers: number;
}

interface Collected {
  readonly samples: MetricSamples;
  readonly atMs: number;
}

/**
 * Creates the feed. While a console is open, it collects the metrics once per interval for all of them; otherwise it does
 * nothing.
 */
export function createLiveFeed({ metrics, faults, clock, limits }: LiveFeedDependencies): LiveFeed {
  let watchers = 0;
  let former: Collected | undefined;
  let current: { readonly json: Promise<string>; readonly untilMs: number } | undefined;

  async function collect(): Promise<Collected> {
    return { samples: new MetricSamples(await metrics()), atMs: clock.monotonicMs() };
  }

  async function makeSnapshot(): Promise<string> {
    const [now, embedded] = await Promise.all([collect(), faults?.status()]);
    const changes = new MetricChanges(
      now.samples,
      former?.samples ?? now.samples,
      now.atMs - (former?.atMs ?? 0),
    );
    former = now;
    return JSON.stringify({
      atMs: Math.round(clock.nowMs()),
      intervalMs: limits.intervalMs,
      ...liveSnapshot(changes),
      consoles: { open: watchers, max: limits.watchersMax },
      embedded,
    });
  }

  /** Returns the snapshot of the current interval, which the first watcher makes. */
  function snapshot(): Promise<string> {
    const nowMs = clock.monotonicMs();
    if (current === undefined || nowMs >= current.untilMs)
      current = { json: makeSnapshot(), untilMs: nowMs + limits.intervalMs };
    const { json } = current;
    // The next watcher tries again.
    json.catch(() => (current = undefined));
    return json;
  }

  async function* watch(signal: CancelSignal, count = Infinity): AsyncGenerator<string, void> {
    if (watchers >= limits.watchersMax)
      throw new TidemarkError('overloaded', `${limits.watchersMax} consoles are open already`);
    watchers += 1;
    try {
      for (let sent = 0; sent < count && !signal.aborted; sent++) {
        if (sent > 0) await waitUntil(current?.untilMs ?? 0, { clock, signal });
        if (signal.aborted) return;
        yield await snapshot();
      }
    } finally {
      watchers -= 1;
      if (watchers === 0) former = undefined;
    }
  }

  return {
    watch,
    get watchers() {
      return watchers;
    },
  };
}

/** Resolves at a time of the monotonic clock, or when the signal aborts. */
function waitUntil(
  atMs: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: CancelSignal },
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.schedule(Math.max(0, atMs - clock.monotonicMs()), end);
    signal.addEventListener('abort', end, { once: true });
  });
}
