/** A worker whose position is older than what the change stream still has: what it reports, and how to recover. */
import { DEFAULTS } from '../../../src/config/defaults';
import { withTable } from '../../../src/core/pipelines/follow/layout';
import { positionCodec } from '../../../src/operations/pipelines/full-pass/position-codec';
import { startPositions } from '../../../src/operations/pipelines/follow/start-positions';
import { systemClock } from '../../../src/platform/time/clock';
import { FollowStore } from '../../support/follow/follow-store';
import { runCli } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';
import { until } from '../../support/until';

/** Memory for changes, in bytes: the server removes the oldest beyond it, as it removes those after the retention. */
const CHANGES_BYTES = 20_000;
const PADDING = 'x'.repeat(2_000);

interface Lag {
  readonly pipelines: readonly { readonly processedUpTo: string; readonly lagMs: number }[];
}

describe('a pipeline whose workers were stopped for longer than the retention of the change stream', () => {
  let world: FollowStore;

  beforeAll(async () => {
    world = await FollowStore.open({ bytesMax: CHANGES_BYTES });
  });
  afterAll(() => world.close());

  const lagOf = async (): Promise<Lag['pipelines'][number]> => {
    const { stdout } = await runCommandLine(['lag', '--json'], { env: world.env });
    return (JSON.parse(stdout) as Lag).pipelines[0]!;
  };

  it('reports store_rejected and a lag that grows, and recovers by forget, follow and a full pass', async () => {
    // The first position, as the first worker stores it.
    const { changes } = world.store.tables;
    const parts = await startPositions('users', changes.of('users'), DEFAULTS.follow);
    await world
      .stateOf('copy', positionCodec(undefined))
      .changeLayout((layout) => withTable(layout, { table: 'users', parts, nowMs: systemClock.nowMs() }));
    for (let at = 0; at < 2 * (CHANGES_BYTES / PADDING.length); at++)
      await world.objects.put(`user-${at}`, at + 1, PADDING);

    const expired = await world.startWorker([], { TIDEMARK_LOG_LEVEL: 'warn' });
    const failures = (): readonly string[] =>
      expired.errorLines.filter((line) => line.includes('following failed and is repeated'));
    await until(() => failures().length > 0);
    const before = await lagOf();
    const failed = failures().length;
    await until(() => failures().length > failed);
    expect(failures().every((line) => line.includes('store_rejected'))).toBe(true);
    expect(failures()[0]).toContain('retention period');
    // It processes nothing, not even the changes that the stream still has.
    const after = await lagOf();
    expect(after.processedUpTo).toBe(before.processedUpTo);
    expect(after.lagMs).toBeGreaterThan(before.lagMs);
    expect(await world.objects.output('user-19')).toBeUndefined();
    expect(await expired.kill('SIGTERM')).toBe(0);

    const forgotten = await runCommandLine(['pipeline', 'forget', 'copy'], { env: world.env });
    expect([forgotten.ended, forgotten.stderr]).toEqual([0, expect.not.stringContaining('error')]);
    const worker = await world.startWorker();
    await until(() => worker.lines.some((line) => line.includes('"ownPartitions":1')));
    const pass = ['pipeline', 'run', world.module, '--threads', '1', '--json'];
    expect(await runCli(pass, { env: world.env })).toMatchObject({ ended: 0 });
    expect(await world.objects.output('user-0')).toBe(1);
    await world.objects.put('user-0', 7);
    await until(async () => (await world.objects.output('user-0')) === 7);
    expect(await worker.kill('SIGTERM')).toBe(0);
  });
});
