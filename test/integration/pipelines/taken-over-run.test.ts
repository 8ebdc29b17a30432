/** Two processes on the same ranges of a run, one of which was paused before it wrote. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/platform/time/clock';
import type { Store } from '../../../src/store/open-store';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { openTestStore } from '../../support/open-test-store';
import { BATCH_TOPOLOGY, clicksOf, pipelineFile, storedClicks, writeUsers } from '../../support/pipelines';
import { runCli, type CliRun } from '../../support/run-cli';
import { until } from '../../support/until';

const USERS = 120;

describe('A run whose ranges another process takes over', () => {
  let world: ConsistencyWorld;
  let store: Store;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-taken-over-'));
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

  it('ends the paused process at its next position, and has the output of one run', async () => {
    const [paused, go] = [join(folder, 'paused'), join(folder, 'go')];
    const top = `const { existsSync, writeFileSync } = require('node:fs');
const clicksIn = (object) => [
  { dataType: 'profile', subType: 'clicks', value: { locale: String(object.count('ad_action', { actions: ['click'] })) } },
];
const proceed = () => new Promise((resolve) => {
  const timer = setInterval(() => existsSync('${go}') && resolve(clearInterval(timer)), 10);
});`;
    const body = `if (object.id === 'user-7' && !existsSync('${paused}')) {
      writeFileSync('${paused}', '');
      return proceed().then(() => clicksIn(object));
    }`;
    const file = pipelineFile(folder, { name: 'taken', top, body });
    const run = (): Promise<CliRun> =>
      runCli(['pipeline', 'run', file, '--run-id', 'r1', '--threads', '1', '--page-rows', '5', '--json'], {
        env: world.env('eu'),
        cwd: folder,
      });
    const first = run();
    await until(() => existsSync(paused));
    const second = await run();
    expect([second.ended, JSON.parse(second.stdout)]).toMatchObject([
      0,
      { status: 'complete', run: { isComplete: true, objects: USERS } },
    ]);
    writeFileSync(go, '');
    const ended = await first;
    expect(ended.ended).toBe(1);
    expect(ended.stderr).toContain('another process has taken over range');
    expect(JSON.parse(ended.stdout)).toMatchObject({
      status: 'failed',
      run: { isComplete: true, objects: USERS },
    });
    await world.heal();
    const versions = new Set<number>();
    for (let at = 0; at < USERS; at++) {
      const stored = await storedClicks(store, at);
      expect([at, stored]).toMatchObject([at, [{ locale: String(clicksOf(at)) }]]);
      expect(stored).toHaveLength(1);
      versions.add(stored[0]!.versionMs);
    }
    expect(versions.size).toBe(1);
  });
});
