/** Runs over users who have not allowed everything, and over users who were erased. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setCell } from '../../../src/bigtable/write/mutations';
import {
  decisionColumn,
  EVENTS_ERASED,
  OBJECTS_ERASED,
  PRIVACY_FAMILY,
} from '../../../src/core/privacy/privacy-family';
import { rowKey } from '../../../src/core/rows/row-key';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { pipelineFile, storedClicks, userId, writeUsers } from '../../support/pipelines';
import { runCli } from '../../support/run-cli';

const USERS = 8;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('A run over users with records', () => {
  let events: EventStore;
  let folder: string;
  const nowMs = Date.now();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-private-run-'));
    events = await embeddedEventStore();
    await writeUsers(events.store, USERS, nowMs);
    const grant = (purpose: string): Buffer => decisionColumn(purpose, true);
    await record(0, nowMs - DAY_MS, grant('ads_personalization'), grant('ads_measurement'));
    await record(1, nowMs - DAY_MS, grant('ads_measurement'));
    await record(2, nowMs, EVENTS_ERASED, OBJECTS_ERASED);
    // All clicks are an hour old or older. The profile is not erased.
    await record(3, nowMs - HOUR_MS, EVENTS_ERASED);
  });
  afterAll(async () => {
    await events.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function record(at: number, timeMs: number, ...columns: readonly Buffer[]): Promise<void> {
    const mutations = columns.map((column) =>
      setCell(PRIVACY_FAMILY, column, timeMs * 1_000, Buffer.alloc(0)),
    );
    await events.store.writer.mutateRow('users', { key: rowKey(userId(at)), mutations });
  }

  /** Runs a pipeline, and returns its summary and what `process` has received, by user. */
  async function run(name: string, env: NodeJS.ProcessEnv) {
    const log = join(folder, `${name}.seen`);
    const top = `const { appendFileSync } = require('node:fs');`;
    const body = `appendFileSync(${JSON.stringify(log)}, JSON.stringify([object.id, object.cells('profile').length, object.count('ad_action')]) + '\\n');`;
    const file = pipelineFile(folder, { name, top, body });
    const { ended, stdout, stderr } = await runCli(['pipeline', 'run', file, '--threads', '1', '--json'], {
      env: { BIGTABLE_EMULATOR_HOST: events.endpoint, ...env },
      cwd: folder,
    });
    expect([ended, ended === 0 ? '' : stderr]).toEqual([0, '']);
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    return {
      summary: JSON.parse(stdout) as {
        readonly objects: number;
        readonly written: number;
        readonly withheld: number;
      },
      seen: lines.map((line) => JSON.parse(line) as readonly unknown[]).sort(),
    };
  }

  it('does not pass on what an erasure hides', async () => {
    const { summary, seen } = await run('erased', {});
    expect(summary).toMatchObject({ objects: USERS - 1, written: USERS - 1, withheld: 0 });
    expect(seen.map(([id]) => id)).not.toContain(userId(2));
    expect(seen).toContainEqual([userId(3), 1, 0]);
    expect(seen).toContainEqual([userId(7), 1, 4]);
  });

  it('passes on, and writes, what users have allowed', async () => {
    const { summary, seen } = await run('consented', { TIDEMARK_CONSENT_POLICY: 'enforce' });
    expect(summary).toMatchObject({ objects: 2, written: 1, withheld: 1 });
    expect(seen).toEqual([
      [userId(0), 2, 1],
      [userId(1), 0, 2],
    ]);
    expect(await storedClicks(events.store, 0)).toHaveLength(2);
    expect(await storedClicks(events.store, 1)).toHaveLength(1);
  });
});
