/** The commands that move users, on the embedded Bigtable. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rowKey } from '../../../src/core/rows/row-key';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { moveConfig, nearTopology, openMoverStores, type MoverStores } from '../../support/move-world';
import { MovingUser } from '../../support/moving-user';
import { runCommandLine } from '../../support/run-command';
import type { CliRun } from '../../support/run-cli';

const call = { timeoutMs: 20_000 };

describe('tidemark residency', () => {
  let world: ConsistencyWorld;
  let stores: MoverStores;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-moves-'));
    world = await startConsistencyWorld(nearTopology());
    stores = openMoverStores(moveConfig(world.env('europe-west1')));
    stores.store.start();
    await stores.store.warmUp(call);
    for (const id of ['ann', 'bob', 'cid']) await new MovingUser(id, [stores.store]).round();
  });
  afterAll(async () => {
    await stores.close();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (...args: readonly string[]): Promise<CliRun> =>
    runCommandLine(['residency', ...args], { env: world.env('europe-west1') });
  /** Begins a move that stops before the step. */
  const stopped = async (
    id: string,
    before: 'preparing' | 'overlaid' | 'closing',
    to = 'eu',
  ): Promise<void> => {
    const { subjects } = stores.residency;
    const subject = subjects.of(subjects.groupOf('users')!, rowKey(id))!;
    const request = { group: 'users', to, reason: 'explicit', subjects: [subject] } as const;
    const mover = stores.moverOf();
    const { waves } = await mover.plan(request);
    const abort = new AbortController();
    const onStep = (step: string): void => {
      if (step === before) abort.abort(new Error('stop'));
    };
    await expect(mover.move(waves[0]!, { signal: abort.signal, onStep })).rejects.toThrow();
  };

  it.each([
    [['move', 'ann', '--to', 'mars'], '--to: "mars" is not a placement'],
    [['move', 'ann', '--to', 'eu', '--group', 'cats'], '--group: must be one of users'],
    [['move', '--to', 'eu'], 'ids: are required'],
    [['move', '', '--to', 'eu'], 'ids[0]'],
    [['resume', 'nowhere'], 'waves: no open wave is named "nowhere"'],
    [['cancel', 'nowhere'], 'waves: no open wave is named "nowhere"'],
  ])('rejects %j', async (args, message) => {
    const { ended, stderr } = await run(...args);
    expect(ended).toBe(1);
    expect(stderr).toContain(message);
  });

  it('does not move users where the process may not see their data', async () => {
    const args = ['residency', 'move', 'ann', '--to', 'eu'];
    const { ended, stderr } = await runCommandLine(args, { env: world.env('us-central1') });
    expect([ended, stderr]).toEqual([1, expect.stringContaining('[wrong_region]')]);
  });

  it('does not move users to a placement without clusters for it', async () => {
    const topology = nearTopology() as {
      instances: Record<string, { clusters: Record<string, { writes?: string }> }>;
    };
    topology.instances['tidemark-eu']!.clusters['eu-batch']!.writes = 'refused';
    const file = join(folder, 'topology.json');
    writeFileSync(file, JSON.stringify(topology));
    const env = { ...world.env('europe-west1'), TIDEMARK_TOPOLOGY: file };
    const { ended, stderr } = await runCommandLine(['residency', 'move', 'ann', '--to', 'eu'], { env });
    const message =
      '--to: rows cannot move to or from the placement "eu": no batch cluster of instance "tidemark-eu" accepts writes';
    expect([ended, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  it('counts the users to move in a dry run, and changes nothing', async () => {
    const file = join(folder, 'ids.txt');
    writeFileSync(file, 'ann\nbob\ncid\nann\n');
    const { ended, stdout } = await run('move', '--file', file, '--to', 'eu', '--dry-run', '--json');
    expect([ended, JSON.parse(stdout)]).toMatchObject([
      0,
      { status: 'complete', dryRun: true, to: 'eu', tally: { moved: 3, alreadyThere: 0, waves: 1 } },
    ]);
    const moved: number[] = [];
    for (const share of ['1/2', '2/2']) {
      const { stdout: text } = await run(
        'move',
        '--file',
        file,
        '--to',
        'eu',
        '--dry-run',
        '--json',
        '--worker',
        share,
      );
      moved.push((JSON.parse(text) as { tally: { moved: number } }).tally.moved);
    }
    expect(moved).toEqual([2, 1]);
    expect((await run('status')).stdout).toBe('No wave is open.\n');
  });

  it('shows open waves, cancels one that is only prepared, and completes another', async () => {
    await stopped('ann', 'overlaid');
    await stopped('bob', 'closing');
    const { stdout: table } = await run('status');
    expect(table).toMatch(/users +us +eu +1 +preparing/);
    expect(table).toMatch(/users +us +eu +1 +overlaid/);
    const { waves } = JSON.parse((await run('status', '--json')).stdout) as {
      waves: readonly { id: string; state: string; ageSeconds: number }[];
    };
    const [prepared, overlaid] = ['preparing', 'overlaid'].map((state) =>
      waves.find((wave) => wave.state === state),
    );
    expect(prepared!.ageSeconds).toBeGreaterThanOrEqual(0);
    const elsewhere = await runCommandLine(['residency', 'status', '--json'], {
      env: world.env('us-central1'),
    });
    expect(elsewhere.stdout).toContain(overlaid!.id);
    const tooLate = await run('cancel', prepared!.id, overlaid!.id);
    expect(tooLate.ended).toBe(1);
    expect(tooLate.stdout).toBe(`${prepared!.id}: cancelled, 1 user from us to eu\n`);
    expect(tooLate.stderr).toContain('cannot be cancelled any more');
    const { ended, stdout } = await run('resume', '--json');
    expect([ended, JSON.parse(stdout)]).toEqual([
      0,
      { wave: overlaid!.id, outcome: 'completed', subjects: 1 },
    ]);
    const moved = await run('move', 'bob', '--to', 'eu', '--dry-run');
    expect(moved.stdout).toBe(
      '0 users would move to eu, in 0 waves; 1 already there, 0 moving. Nothing was changed.\n',
    );
    await stopped('bob', 'preparing', 'us');
    expect((await run('status')).stdout).toMatch(/users +eu +us +1 +planned/);
    const outside = await runCommandLine(['residency', 'status'], { env: world.env('us-central1') });
    expect(outside.stdout).toBe('No wave is open.\n');
  }, 60_000);
});
