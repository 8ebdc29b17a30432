/**
 * Migrates daily counters of Redis, such as `imp:user-1:cmp-1:20261121` = 3, to events: `node migrate.js redis://host`. It may be
 * stopped and run again, also while Redis is still written: each counter becomes the same events, and those count once.
 */
import { createClient as connectRedis } from '@redis/client';
import { createClient, type Client, type DefaultSchema, type Event, type FailedEvent } from 'tidemark/client';

type AdEvent = Event<DefaultSchema, 'ad_action'>;

/** Key of a counter and its value. */
export interface Counter {
  readonly key: string;
  readonly count: number;
}

export interface MigrationReport {
  readonly counters: number;
  readonly events: number;
  /** Keys that are no counters of this form. */
  readonly skipped: number;
  readonly failures: readonly FailedEvent<AdEvent>[];
}

const KEY = /^imp:([^:]+):([^:]+):(\d{4})(\d{2})(\d{2})$/;
/** Events of a day lie a second apart, from noon on: a counter has no times of its own. */
const NOON_MS = 12 * 3_600_000;

/** Returns the events that a counter stands for, or undefined for a key of another form. */
export function eventsOf({ key, count }: Counter): readonly AdEvent[] | undefined {
  const [, userId, campaignId, year, month, day] = KEY.exec(key) ?? [];
  if (userId === undefined || campaignId === undefined) return undefined;
  const noonMs = Date.UTC(Number(year), Number(month) - 1, Number(day)) + NOON_MS;
  return Array.from({ length: count }, (_, i) => ({
    userId,
    campaignId,
    action: 'impression' as const,
    eventTime: noonMs + i * 1_000,
    // Impressions are distinguished by this id. The same counter makes the same ids.
    insertionId: `redis:${key}:${i}`,
  }));
}

/** Writes all counters as events. */
export async function migrate(
  counters: Iterable<Counter> | AsyncIterable<Counter>,
  tidemark: Client<DefaultSchema>,
): Promise<MigrationReport> {
  const failures: FailedEvent<AdEvent>[] = [];
  const batcher = tidemark.events.batcher({ onFailed: (failed) => failures.push(...failed) });
  const report = { counters: 0, events: 0, skipped: 0 };
  for await (const counter of counters) {
    const events = eventsOf(counter);
    if (events === undefined) {
      report.skipped += 1;
      continue;
    }
    report.counters += 1;
    report.events += events.length;
    for (const event of events) await batcher.add(event);
  }
  await batcher.close();
  return { ...report, failures };
}

/** Reads all counters of Redis, without blocking it. */
export async function* countersIn(url: string): AsyncGenerator<Counter> {
  const redis = connectRedis({ url });
  await redis.connect();
  try {
    for await (const keys of redis.scanIterator({ MATCH: 'imp:*', COUNT: 1_000 })) {
      if (keys.length === 0) continue;
      const values = await redis.mGet(keys);
      for (const [i, key] of keys.entries()) yield { key, count: Number(values[i] ?? 0) };
    }
  } finally {
    await redis.close();
  }
}

const [, program, redisUrl] = process.argv;
if (program !== undefined && /migrate-redis.migrate\.[jt]s$/.test(program) && redisUrl !== undefined) {
  const tidemark = createClient({ url: process.env['TIDEMARK_URL'] ?? 'http://127.0.0.1:8080' });
  migrate(countersIn(redisUrl), tidemark).then(
    (report) => console.log({ ...report, failures: report.failures.length }),
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}
