/** A worker of a run that is killed at random moments, on the embedded Bigtable. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../../src/platform/random';
import { systemClock } from '../../../src/platform/time/clock';
import type { Store } from '../../../src/store/open-store';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { openTestStore } from '../../support/open-test-store';
import {
  BATCH_TOPOLOGY,
  clicksOf,
  pipelineFile,
  storedClicks,
  userId,
  writeUsers,
} from '../../support/pipelines';
import { TEST_SEED } from '../../support/test-seed';
import { INHERITED_ENV } from '../../support/inherited-env';

/** Times that a worker is killed. */
const KILLS = Number(process.env['TIDEMARK_TEST_PIPELINE_KILLS'] ?? 2);
const USERS = 400 + 20 * KILLS;
const PAGE_ROWS = 5;
/** Ranges that a process with two threads works on at the same time. */
const RANGES_IN_FLIGHT = 4;
/** Most objects that a worker processes before it is killed. */
const LIFE_OBJECTS_MAX = 60;
const REGISTER = join(__dirname, '../../../infra/scripts/register-ts.js');
const CLI = join(__dirname, '../../../src/cli/tidemark.ts');

describe('A run whose worker is killed', () => {
  let world: ConsistencyWorld;
  let store: Store;
  let folder: string;
  let log: string;
  let file: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-killed-runs-'));
    log = join(folder, 'processed');
    const top = `const { appendFileSync } = require('node:fs');`;
    const body = `appendFileSync(${JSON.stringify(log)}, object.id + '\\n');`;
    file = pipelineFile(folder, { name: 'killed', top, body });
    world = await startConsistencyWorld(BATCH_TOPOLOGY);
    store = openTestStore(world.env('eu'));
    store.start();
    await store.warmUp({ timeoutMs: 10_000 });
    await writeUsers(store, USERS, systemClock.nowMs());
    await world.heal();
  });
  afterAll(async () => {
    await store.close();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const processed = (): readonly string[] =>
    existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];

  /** Runs the worker until it has processed so many objects, and then kills it. Returns its exit code, if it ended before. */
  async function life(objects: number): Promise<number | null> {
    const args = ['run', file, '--run-id', 'r1', '--threads', '2', '--page-rows', String(PAGE_ROWS)];
    const child = spawn(process.execPath, ['-r', REGISTER, CLI, 'pipeline', ...args], {
      env: { ...INHERITED_ENV, ...world.env('eu') },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const until = processed().length + objects;
    const looking = setInterval(() => processed().length >= until && child.kill('SIGKILL'), 2);
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    clearInterval(looking);
    if (code !== null && code !== 0) throw new Error(`the worker ended with ${code}: ${stderr}`);
    return code;
  }

  it(
    `has processed each object, and repeated a page of each range at most, after ${KILLS} kills`,
    async () => {
      const random = seededRandom(TEST_SEED);
      let kills = 0;
      while (kills < KILLS) {
        const ended = await life(1 + Math.floor(random() * LIFE_OBJECTS_MAX));
        if (ended === 0) break;
        kills += 1;
      }
      expect(await life(Infinity)).toBe(0);
      expect(kills).toBe(KILLS);
      const ids = processed();
      expect(new Set(ids)).toEqual(new Set(Array.from({ length: USERS }, (_, at) => userId(at))));
      expect(ids.length).toBeLessThanOrEqual(USERS + kills * RANGES_IN_FLIGHT * PAGE_ROWS);
      await world.heal();
      const versions = new Set<number>();
      for (let at = 0; at < USERS; at++) {
        const stored = await storedClicks(store, at);
        expect(stored).toMatchObject([{ locale: String(clicksOf(at)) }]);
        versions.add(stored[0]!.versionMs);
      }
      expect(versions.size).toBe(1);
    },
    120_000 + KILLS * 20_000,
  );
});
