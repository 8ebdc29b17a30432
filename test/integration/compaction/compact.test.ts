import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { qualifierRange } from '../../../src/bigtable/read/filters';
import { setCell } from '../../../src/bigtable/write/mutations';
import type { Cell } from '../../../src/bigtable/client/types';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { parseBlockColumn } from '../../../src/core/blocks/block-column';
import type { ActionEvent } from '../../../src/core/events/event';
import { rowKey } from '../../../src/core/rows/row-key';
import type { CompactionSummary } from '../../../src/operations/compaction/compact';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { expectEveryCount } from '../../support/every-count';
import { AD_ACTION, adEvent, DAY_MS, inputsOf } from '../../support/events';
import { randomLog } from '../../support/random-log';
import { runCli, type CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

const { corpus, family } = AD_ACTION;
const USERS = 4;
/** Nothing listens there. */
const NO_STORE = { BIGTABLE_EMULATOR_HOST: '127.0.0.1:1' };

describe('tidemark compact', () => {
  let store: EventStore;
  let folder: string;
  const nowMs = Date.now();

  beforeEach(async () => {
    store = await embeddedEventStore();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-compact-'));
  });

  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const env = (): NodeJS.ProcessEnv => ({ BIGTABLE_EMULATOR_HOST: store.endpoint });
  const compact = (...args: string[]): Promise<CliRun> =>
    runCommandLine(['compact', ...args], { env: env(), cwd: folder });

  type Summary = CompactionSummary & Record<string, unknown>;
  const OF_AD_ACTIONS = ['--data-type', family, '--json'];
  /** Returns the summary of a run, which must be complete. */
  function summaryOf({ ended, stdout, stderr }: CliRun): Summary {
    expect({ ended, stderr }).toEqual({ ended: 0, stderr: expect.any(String) as string });
    return JSON.parse(stdout.trim().split('\n').at(-1)!) as Summary;
  }
  /** Compacts ad actions. */
  const compacted = async (...args: string[]): Promise<Summary> =>
    summaryOf(await compact(...OF_AD_ACTIONS, ...args));

  async function ingest(events: readonly ActionEvent[]): Promise<void> {
    const { outcomes } = await store.ingest(inputsOf(events));
    expect(outcomes.filter(({ status }) => status === 'failed' || status === 'rejected')).toEqual([]);
  }

  async function cellsOf(userId: string): Promise<readonly Cell[]> {
    const read = { table: corpus, key: rowKey(userId), filter: qualifierRange({ family }) };
    return (await store.store.reader.readRow(read, EVENTUAL)).row?.cells ?? [];
  }

  const log = (seed: number): ActionEvent[] =>
    randomLog({ seed, endMs: nowMs, users: USERS, events: 250, days: 40 });

  it('compaction changes no count, packs closed periods, and has nothing to do the second time', async () => {
    const events = log(1);
    await ingest(events);
    const before = (await cellsOf('user-0')).length;
    const first = await compacted();
    expect(first).toMatchObject({ status: 'complete', dataType: family, workload: 'serving', worker: '1/1' });
    expect(first.rowsPacked).toBe(USERS);
    expect(first.bytesPerEvent).toBeGreaterThan(1);
    expect(first.bytesWritten).toBeLessThan(first.bytesRemoved);
    expect(first.recent.rows).toBe(USERS);
    expect(await expectEveryCount({ ...store, asOfMs: nowMs }, events)).toBeGreaterThan(1_000);
    const cells = await cellsOf('user-0');
    expect(cells.length).toBeLessThan(before);
    expect(cells.some(({ qualifier }) => parseBlockColumn(qualifier) !== undefined)).toBe(true);
    expect(await compacted()).toMatchObject({ rowsPacked: 0, cellsRemoved: 0, blocksWritten: 0 });
  });

  it('late events are packed, and redelivered events count once', async () => {
    const events = log(2);
    const late = (_: ActionEvent, index: number): boolean => index % 7 === 0;
    await ingest(events.filter((event, index) => !late(event, index)));
    await compacted();
    await ingest(events.filter(late));
    await ingest(events.slice(0, 200));
    await expectEveryCount({ ...store, asOfMs: nowMs }, events);
    const again = await compacted();
    expect(again.rowsPacked).toBeGreaterThan(0);
    expect(again.duplicatesDropped).toBeGreaterThan(100);
    await expectEveryCount({ ...store, asOfMs: nowMs }, events);
  });

  it('workers process distinct shares of the rows', async () => {
    const events = log(3);
    await ingest(events);
    const runs = await Promise.all(
      ['1/2', '2/2'].map((worker) =>
        runCli(['compact', ...OF_AD_ACTIONS, '--worker', worker], { env: env(), cwd: folder }),
      ),
    );
    const [first, second] = runs.map(summaryOf) as [Summary, Summary];
    expect(first.rowsPacked + second.rowsPacked).toBe(USERS);
    expect((await compacted()).rowsPacked).toBe(0);
    await expectEveryCount({ ...store, asOfMs: nowMs }, events);
  });

  it('a dry run only reports the work', async () => {
    await ingest(log(4));
    const cells = await cellsOf('user-1');
    writeFileSync(join(folder, 'noted'), 'by a run that was interrupted');
    const dry = await compacted('--dry-run', '--checkpoint', 'noted', '--restart');
    expect(readFileSync(join(folder, 'noted'), 'utf8')).toBe('by a run that was interrupted');
    expect(dry).toMatchObject({ dryRun: true, rowsPacked: USERS, blocksWritten: 0 });
    expect(await cellsOf('user-1')).toEqual(cells);
    const wet = await compacted();
    // Only their values show which cells are recent duplicates, which stay.
    expect(wet.cellsRemoved).toBeLessThanOrEqual(dry.cellsRemoved);
    expect(wet.cellsRemoved).toBeGreaterThan(0.95 * dry.cellsRemoved);
  });

  it('undecodable cells are left, reported, and do not keep others from being packed', async () => {
    await ingest([2, 3].map((day) => adEvent({ userId: 'u', adId: 'a', eventTimeMs: nowMs - day * DAY_MS })));
    const [cell] = await cellsOf('u');
    const bad = Buffer.from(cell!.qualifier);
    bad[10]! ^= 1;
    const foreign = Buffer.concat([cell!.qualifier.subarray(0, 4), Buffer.from('!')]);
    const mutations = [
      setCell(family, bad, cell!.timestampMicros, Buffer.of(0xff)),
      setCell(family, foreign, cell!.timestampMicros, Buffer.of(1)),
    ];
    await store.store.writer.mutateRow(corpus, { key: rowKey('u'), mutations });
    const summary = await compacted();
    expect(summary).toMatchObject({ rowsPacked: 1, eventsPacked: 2, cellsLeft: 2 });
    expect(Object.keys(summary.failures).sort()).toEqual(['foreign', 'internal']);
    const left = (await cellsOf('u')).filter(({ qualifier }) => parseBlockColumn(qualifier) === undefined);
    expect(left.map(({ qualifier }) => qualifier)).toEqual([foreign, bad].sort((a, b) => a.compare(b)));
  });

  it('compaction resumes from its checkpoint and removes it at the end', async () => {
    await ingest(log(5));
    const checkpoint = join(folder, 'checkpoint');
    let packed = 0;
    for (let run = 0; run < 20; run++) {
      const args = [...OF_AD_ACTIONS, '--checkpoint', checkpoint, '--rows-per-second', '3'];
      const interruptWhen = (): boolean => existsSync(checkpoint);
      const { ended, stdout } = await (run === 0
        ? runCli(['compact', ...args], { env: env(), cwd: folder, interruptWhen })
        : compact(...args));
      const summary = JSON.parse(stdout.trim().split('\n').at(-1)!) as CompactionSummary;
      packed = summary.rowsPacked;
      if (ended === 0) break;
      expect([ended, summary.status]).toEqual([130, 'interrupted']);
    }
    expect(packed).toBe(USERS);
    expect(existsSync(checkpoint)).toBe(false);
  });

  it('periodic compaction runs until it is stopped', async () => {
    await ingest(log(6));
    let rounds = 0;
    const watching = setInterval(() => {
      void cellsOf('user-0').then((cells) => {
        rounds += cells.some(({ qualifier }) => parseBlockColumn(qualifier) !== undefined) ? 1 : 0;
      });
    }, 50);
    const { ended, stdout } = await runCli(['compact', '--interval', '100ms', '--json'], {
      env: env(),
      cwd: folder,
      interruptWhen: () => rounds > 20,
    });
    clearInterval(watching);
    expect(ended).toBe(130);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as CompactionSummary);
    expect(lines.length).toBeGreaterThan(4);
    expect(new Set(lines.map(({ dataType }) => dataType)).size).toBeGreaterThan(1);
  });

  it('the terminal output describes what was done', async () => {
    await ingest(log(7));
    const { ended, stdout } = await compact();
    expect(ended).toBe(0);
    expect(stdout).toMatch(
      /^ad_action: packed\n {2}rows +4 {2}with events; 4 packed, with 0 days not yet over\n/,
    );
    expect(stdout).toMatch(/per event/);
  });
});

describe('Options of tidemark compact', () => {
  it.each([
    [['--worker', '0/2'], '1/n to n/n'],
    [['--worker', '3/2'], '1/n to n/n'],
    [['--worker', '1/257'], '1/n to n/n'],
    [['--interval', '5'], 'A duration has a unit'],
    [['--once', '--interval', '1h'], 'cannot be used with'],
    [['--data-type', 'nothing'], 'nothing'],
    [['--rows-per-second', '-1'], 'whole number'],
  ])('the arguments %j are rejected', async (args, message) => {
    const { ended, stderr } = await runCommandLine(['compact', ...args], { env: NO_STORE });
    expect(ended).toBe(1);
    expect(stderr).toContain(message);
  });
});
