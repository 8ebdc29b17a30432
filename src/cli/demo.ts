/** Loads the demo into the store of `npm start`: once, through the operations that the API uses. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../app';
import { eventOf, type NamedEvent } from '../core/events/event';
import type { EventDataType } from '../core/schema';
import { seededRandom } from '../platform/random';
import { makeDemoLog, type DemoLogOptions } from './demo-log';

export interface DemoSummary {
  readonly users: number;
  readonly deliveries: number;
  readonly redeliveries: number;
  /** It was there already, from an earlier start. */
  readonly alreadyLoaded: boolean;
}

interface DemoNote {
  readonly log: DemoLogOptions;
  readonly loaded: boolean;
}

const SEED = 20_260_101;
const USERS = 40;
const DAYS = 30;
const BATCH_EVENTS = 1_000;
const CALL_TIMEOUT_MS = 30_000;
const TOPICS = ['baking', 'cycling', 'gardening', 'photography', 'travel'] as const;

/**
 * The note in the data folder is written before the first event and names the log exactly, so a load that was cut
 * short is repeated with the same events, which counts none of them twice.
 */
export async function loadDemo(
  { operations, schema }: Pick<App, 'operations' | 'schema'>,
  dataDir: string,
  nowMs: number,
): Promise<DemoSummary> {
  const dataType = schema.eventDataType('ad_action');
  const note = readNote(dataDir) ?? {
    log: { seed: SEED, endMs: nowMs, users: USERS, days: DAYS },
    loaded: false,
  };
  const { deliveries, redeliveries } = makeDemoLog(note.log);
  if (!note.loaded) {
    writeNote(dataDir, note);
    for (let at = 0; at < deliveries.length; at += BATCH_EVENTS) {
      await ingest(operations, dataType, deliveries.slice(at, at + BATCH_EVENTS));
    }
    await putProfiles(operations, note.log);
    writeNote(dataDir, { ...note, loaded: true });
  }
  return { users: note.log.users, deliveries: deliveries.length, redeliveries, alreadyLoaded: note.loaded };
}

async function ingest(
  { ingestEvents }: App['operations'],
  dataType: EventDataType,
  events: readonly NamedEvent[],
): Promise<void> {
  const inputs = events.map((event) => ({ event: eventOf(dataType.events, event), dataType }));
  const { outcomes } = await ingestEvents(inputs, { timeoutMs: CALL_TIMEOUT_MS });
  for (const outcome of outcomes) {
    if ('error' in outcome) throw outcome.error;
  }
}

async function putProfiles(
  { putObject }: App['operations'],
  { seed, users, endMs }: DemoLogOptions,
): Promise<void> {
  const random = seededRandom(seed);
  for (let user = 1; user <= users; user++) {
    const interests = TOPICS.filter(() => random() < 0.5).map((topic) => ({
      topic,
      score: Math.round(random() * 100) / 100,
    }));
    const value = { locale: 'en-GB', interests, updatedAtMs: endMs };
    await putObject(
      {
        corpus: 'users',
        id: `user-${user}`,
        dataType: 'profile',
        subType: 'default',
        timestampMs: endMs,
        body: { kind: 'json', value },
      },
      { timeoutMs: CALL_TIMEOUT_MS },
    );
  }
}

const notePath = (dataDir: string): string => join(dataDir, 'demo.json');

function readNote(dataDir: string): DemoNote | undefined {
  const path = notePath(dataDir);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as DemoNote) : undefined;
}

/** Whole or not at all, whenever the process is killed. */
function writeNote(dataDir: string, note: DemoNote): void {
  mkdirSync(dataDir, { recursive: true });
  const path = notePath(dataDir);
  writeFileSync(`${path}.tmp`, `${JSON.stringify(note)}\n`);
  renameSync(`${path}.tmp`, path);
}
