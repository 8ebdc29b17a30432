import type { Clock } from '../../platform/time/clock';

/** A message that can never be ingested, without its body, which may have data of users. */
export interface ListedDeadLetter {
  /** Code of the error that rejected the message. */
  readonly reason: string;
  /** Field that is wrong. */
  readonly field?: string | undefined;
  readonly detail: string;
  /** Time at which it was dead-lettered, in milliseconds since the Unix epoch. */
  readonly deadLetteredAtMs: number;
  /** Length of the body. */
  readonly bytes: number;
  /** Whether a replay can publish it again: its body was not truncated. */
  readonly canBeReplayed: boolean;
}

/** Subscription to the topic of dead letters. */
export interface DeadLetterSource {
  readonly subscription: string;
  /** Topic to which a replay publishes. */
  readonly topic: string;
  /** Returns the first messages, at most `max`. All stay in the subscription. */
  list(max: number): Promise<readonly ListedDeadLetter[]>;
  /** Publishes up to `max` messages again that were dead-lettered before, and removes them from the subscription. */
  replay(options: { readonly beforeMs: number; readonly max: number }): Promise<ReplayResult>;
}

interface ReplayResult {
  readonly replayed: number;
  /** Messages that stay, as their bodies were truncated. */
  readonly truncated: number;
}

interface DeadLetterList {
  readonly atMs: number;
  readonly messages: readonly ListedDeadLetter[];
  /** Whether there may be more messages than were listed. */
  readonly hasMore: boolean;
}

export interface DeadLetterOperations {
  readonly subscription: string;
  readonly topic: string;
  readonly list: () => Promise<DeadLetterList>;
  readonly replay: () => Promise<ReplayResult>;
}

interface DeadLetterDependencies {
  readonly source: DeadLetterSource;
  readonly clock: Clock;
  readonly limits: {
    readonly deadLetterCacheMs: number;
    readonly deadLettersMax: number;
    readonly replayMax: number;
  };
}

/**
 * Returns the operations of dead letters. A listing leases the messages for a moment, so that all callers of the process share
 * one, which is cached, and it waits for a replay that is under way.
 */
export function createDeadLetterOperations({
  source,
  clock,
  limits,
}: DeadLetterDependencies): DeadLetterOperations {
  let latest: { readonly list: Promise<DeadLetterList>; readonly untilMs: number } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const turn = last.then(task, task);
    last = turn.catch(() => undefined);
    return turn;
  };
  async function read(): Promise<DeadLetterList> {
    const messages = await source.list(limits.deadLettersMax);
    return { atMs: clock.nowMs(), messages, hasMore: messages.length >= limits.deadLettersMax };
  }
  return {
    subscription: source.subscription,
    topic: source.topic,
    list() {
      const nowMs = clock.monotonicMs();
      if (latest !== undefined && nowMs < latest.untilMs) return latest.list;
      const list = inTurn(read);
      latest = { list, untilMs: nowMs + limits.deadLetterCacheMs };
      // After a failure the next caller reads again.
      list.catch(() => (latest = undefined));
      return list;
    },
    async replay() {
      const beforeMs = clock.nowMs();
      const result = await inTurn(() => source.replay({ beforeMs, max: limits.replayMax }));
      latest = undefined;
      return result;
    },
  };
}
