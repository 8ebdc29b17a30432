import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActionEvent } from '../../../src/core/events/event';
import { seededRandom } from '../../../src/platform/random';
import { startChildProcess, type StartedChildProcess } from '../../support/child-process';
import { jsonOf } from '../../support/events';
import { randomLog } from '../../support/random-log';
import { deduplicate, referenceCounts } from '../../support/reference-counts';

const SERVER = join(__dirname, '../../support/ingest-server.ts');
const SEED = 9;
const BATCH_EVENTS = 20;
const SENDERS = 6;
const KILLS = 3;
/** Each action and the dimension that its events are deduplicated by. */
const DEDUPLICATED_BY = { impression: 'insertionId', click: 'adId', view: 'campaignId', save: 'adId' };

type Batch = readonly ActionEvent[];

describe('A server killed during ingestion', () => {
  const endMs = Date.now();
  const log = randomLog({ seed: SEED, endMs, users: 4, events: 2_400, days: 20 });
  const batches = Array.from({ length: Math.ceil(log.length / BATCH_EVENTS) }, (_, i) =>
    log.slice(i * BATCH_EVENTS, (i + 1) * BATCH_EVENTS),
  );
  let folder: string;
  let server: StartedChildProcess | undefined;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-crash-'));
  });

  afterAll(async () => {
    await server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it(`acknowledged events are never lost, and no event counts twice (seed ${SEED})`, async () => {
    const random = seededRandom(SEED);
    const acknowledged = new Set<Batch>();
    for (let round = 0; round < KILLS; round++) {
      server = await startChildProcess(SERVER, [folder]);
      await expectCounted(server, [...acknowledged].flat(), 'at least');
      const killAfter = acknowledged.size + 20 + Math.floor(random() * 30);
      await sendUntilKilled(server, batches, { acknowledged, killAfter });
    }
    expect(acknowledged.size).toBeLessThan(batches.length);
    server = await startChildProcess(SERVER, [folder]);
    await expectCounted(server, [...acknowledged].flat(), 'at least');
    // Unacknowledged events are sent again, and so is a part of the others: producers cannot always know.
    const again = batches.filter((batch) => !acknowledged.has(batch) || random() < 0.3);
    for (const batch of again) expect(await post(server, batch)).toBe(true);
    await expectCounted(server, log, 'exactly');
  });

  /** Several concurrent senders; the process is killed with their requests in flight. */
  async function sendUntilKilled(
    target: StartedChildProcess,
    all: readonly Batch[],
    { acknowledged, killAfter }: { acknowledged: Set<Batch>; killAfter: number },
  ): Promise<void> {
    const queue = all.filter((batch) => !acknowledged.has(batch));
    let killed: Promise<unknown> | undefined;
    const send = async (): Promise<void> => {
      for (let batch = queue.shift(); batch !== undefined && killed === undefined; batch = queue.shift()) {
        const isAcknowledged = await post(target, batch).catch((error: unknown) => {
          if (killed === undefined) throw error;
          return false;
        });
        if (isAcknowledged) acknowledged.add(batch);
        if (acknowledged.size >= killAfter) killed ??= target.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, send));
    expect(await killed).toBe('SIGKILL');
  }

  async function post({ firstLine }: Pick<StartedChildProcess, 'firstLine'>, batch: Batch): Promise<boolean> {
    const events = batch.map((event) => jsonOf(event));
    const answer = (await call(firstLine, '/v1/events', { events })) as {
      written: number;
      duplicatesInRequest: number;
    };
    return answer.written + answer.duplicatesInRequest === batch.length;
  }

  async function expectCounted(
    { firstLine }: StartedChildProcess,
    deliveries: readonly ActionEvent[],
    how: 'at least' | 'exactly',
  ): Promise<void> {
    const events = deduplicate(deliveries);
    for (const userId of new Set(log.map((event) => event.userId))) {
      for (const query of how === 'exactly' ? everything(userId) : perDedupKey(userId)) {
        const answer = (await call(firstLine, '/v1/counts:query', { ...query, windows: ['30d'] })) as {
          counts: Record<string, unknown>;
        };
        const windows = [{ name: '30d', fromMs: 0, toMs: Number.POSITIVE_INFINITY }];
        const expected = referenceCounts(events, { ...query, windows });
        if (how === 'exactly') expect(answer.counts).toEqual(expected);
        else expectAtLeast(answer.counts, expected, [userId]);
      }
    }
  }
});

interface Query {
  readonly userId: string;
  readonly actions: string[];
  readonly entities: Record<string, '*'>;
  readonly groupBy: string[];
}

function everything(userId: string): Query[] {
  const actions = Object.keys(DEDUPLICATED_BY);
  return [{ userId, actions, entities: { ad: '*', campaign: '*' }, groupBy: ['action', 'insertionId'] }];
}

/**
 * Counts that further events can only raise. By other dimensions they can also fall: an earlier duplicate, written
 * but never acknowledged, replaces a later one.
 */
function perDedupKey(userId: string): Query[] {
  return Object.entries(DEDUPLICATED_BY).map(([action, dimension]) => ({
    userId,
    actions: [action],
    entities: {},
    groupBy: [dimension],
  }));
}

function expectAtLeast(actual: unknown, expected: unknown, path: readonly string[]): void {
  if (typeof expected === 'number') {
    const found = typeof actual === 'number' ? actual : 0;
    if (found < expected) throw new Error(`${path.join(' › ')}: ${found} counted, ${expected} acknowledged`);
    return;
  }
  for (const [key, part] of Object.entries(expected as object)) {
    expectAtLeast((actual as Record<string, unknown> | undefined)?.[key], part, [...path, key]);
  }
}

async function call(port: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(120_000),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}
