import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setCell } from '../../../src/bigtable/write/mutations';
import { DEFAULTS } from '../../../src/config/defaults';
import { parseBlockColumn } from '../../../src/core/blocks/block-column';
import { deletedEventColumn, PRIVACY_FAMILY } from '../../../src/core/privacy/privacy-family';
import { rowKey } from '../../../src/core/rows/row-key';
import type { ActionEvent } from '../../../src/core/events/event';
import { passAll } from '../../../src/bigtable/read/filters';
import { createCompact } from '../../../src/operations/compaction/compact';
import type { DeleteEventsSummary } from '../../../src/operations/events/delete-events';
import { systemRandom } from '../../../src/platform/random';
import { NO_TRACING } from '../../../src/platform/telemetry/tracing';
import { systemClock } from '../../../src/platform/time/clock';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { AD_ACTION, adEvent, DAY_MS, inputsOf, storedCells } from '../../support/events';
import { runCommandLine } from '../../support/run-command';
import type { CliRun } from '../../support/run-cli';

const NOW_MS = Date.now();
/** Starts of closed days, so that compaction packs them. */
const DAY_START_MS = Math.floor(NOW_MS / DAY_MS) * DAY_MS - 5 * DAY_MS;
const FROM_MS = DAY_START_MS + 3_600_000;
const TO_MS = FROM_MS + 3_600_000;

describe('tidemark events delete', () => {
  let store: EventStore;
  let folder: string;

  beforeEach(async () => {
    store = await embeddedEventStore();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-delete-'));
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (...args: readonly string[]): Promise<CliRun> =>
    runCommandLine(args, { env: { BIGTABLE_EMULATOR_HOST: store.endpoint }, cwd: folder });

  async function deleted(...args: readonly string[]): Promise<DeleteEventsSummary> {
    const period = ['--from', String(FROM_MS), '--to', String(TO_MS)];
    const { stdout, stderr, ended } = await run('events', 'delete', ...period, '--json', '--yes', ...args);
    expect({ ended, stderr }).toEqual({ ended: 0, stderr: expect.any(String) as string });
    return JSON.parse(stdout.trim().split('\n').at(-1)!) as DeleteEventsSummary;
  }

  async function ingest(...events: readonly ActionEvent[]): Promise<void> {
    const { outcomes } = await store.ingest(inputsOf(events));
    expect(outcomes.filter(({ status }) => status === 'failed' || status === 'rejected')).toEqual([]);
  }

  /** Returns the number of clicks of a user on each ad. */
  async function clicks(userId = 'u1'): Promise<Readonly<Record<string, number>>> {
    const body = { userId, actions: ['click'], windows: ['30d'], entities: { ad: '*' } };
    const { counts } = await store.countActions(body, NOW_MS);
    return (Object.values(counts)[0] as unknown as { ad: Record<string, number> }).ad;
  }

  async function rowOf(
    userId = 'u1',
  ): Promise<{ readonly markers: number; readonly cells: number; readonly blocks: number }> {
    const cells = [];
    for await (const row of store.store.scanner.scan({ table: 'users', filter: passAll() }))
      if (row.key.equals(rowKey(userId))) cells.push(...row.cells);
    const events = cells.filter(({ family }) => family === 'ad_action');
    const blocks = events.filter(({ qualifier }) => parseBlockColumn(qualifier) !== undefined).length;
    const markers = cells.filter(({ family }) => family === PRIVACY_FAMILY).length;
    return { markers, cells: events.length - blocks, blocks };
  }

  const compact = (): Promise<CliRun> => run('compact', '--data-type', 'ad_action', '--json');

  const at = (offsetMs: number, adId: string, userId = 'u1', more: object = {}): ActionEvent =>
    adEvent({
      userId,
      adId,
      campaignId: 'c1',
      eventTimeMs: FROM_MS + offsetMs,
      insertionId: `i-${adId}-${offsetMs}`,
      ...more,
    });

  it('deletes the events of the period, which a dry run has counted, and no others', async () => {
    const inside = [at(0, 'a'), at(1_000, 'c'), at(TO_MS - FROM_MS - 1, 'b')];
    await ingest(...inside, at(-1, 'before'), at(TO_MS - FROM_MS, 'after'), at(0, 'a', 'u2'));
    const dryRun = await deleted('--user', 'u1', '--dry-run');
    expect(dryRun).toMatchObject({ status: 'complete', users: 1, usersWithEvents: 1, events: 3, cells: 3 });
    expect(await clicks()).toEqual({ a: 1, b: 1, c: 1, before: 1, after: 1 });
    expect(await deleted('--user', 'u1')).toMatchObject({ events: 3, cells: 3 });
    expect(await clicks()).toEqual({ before: 1, after: 1 });
    expect(await clicks('u2')).toEqual({ a: 1 });
    expect(await rowOf()).toEqual({ markers: 3, cells: 2, blocks: 0 });
    // A second run finds nothing.
    expect(await deleted('--user', 'u1')).toMatchObject({ events: 0, usersWithEvents: 0 });
    expect(await rowOf()).toMatchObject({ markers: 3 });
  });

  it('selects by action and by dimensions', async () => {
    await ingest(
      at(0, 'a'),
      at(1, 'b'),
      at(2, 'c', 'u1', { campaignId: 'c2' }),
      at(3, 'd', 'u1', { action: 'impression' }),
    );
    const where = ['--where', 'campaignId=c1,c9', '--where', 'adId=a,c,d'];
    expect(await deleted('--user', 'u1', '--action', 'click', ...where)).toMatchObject({ events: 1 });
    expect(await clicks()).toEqual({ b: 1, c: 1 });
    expect(await deleted('--user', 'u1', ...where)).toMatchObject({ events: 1 });
  });

  it('hides events in blocks at once, and compaction removes them', async () => {
    await ingest(at(0, 'a'), at(1_000, 'b'), at(-1, 'before'));
    await compact();
    expect(await rowOf()).toEqual({ markers: 0, cells: 0, blocks: 1 });
    expect(await deleted('--user', 'u1', '--where', 'adId=a')).toMatchObject({ events: 1, cells: 0 });
    expect(await clicks()).toEqual({ b: 1, before: 1 });
    expect(await deleted('--user', 'u1', '--where', 'adId=a')).toMatchObject({ events: 0 });
    await compact();
    expect(await clicks()).toEqual({ b: 1, before: 1 });
    expect(await rowOf()).toEqual({ markers: 1, cells: 0, blocks: 1 });
  });

  it('an event that a compactor has read before its deletion, and packs after it, stays deleted', async () => {
    await ingest(at(0, 'a'), at(1_000, 'b'));
    let deletion: Promise<DeleteEventsSummary> | undefined;
    const compactRow = createCompact({
      ...store.store,
      writer: {
        mutateRows: () => Promise.reject(new Error('compaction writes one row at a time')),
        async mutateRow(...write) {
          await (deletion ??= deleted('--user', 'u1', '--where', 'adId=a'));
          return store.store.writer.mutateRow(...write);
        },
      },
      clock: systemClock,
      random: systemRandom,
      tracing: NO_TRACING,
      rate: { reserve: () => 0 },
      limits: { ...DEFAULTS.compaction, ...DEFAULTS.bigtable, replicationLagMaxMs: 0 },
    });
    const worker = { index: 0, count: 1 };
    const { signal } = new AbortController();
    await compactRow({ dataType: AD_ACTION, worker, dryRun: false, signal });
    expect(await deletion).toMatchObject({ events: 1, cells: 1 });
    expect(await rowOf()).toEqual({ markers: 1, cells: 0, blocks: 1 });
    expect(await clicks()).toEqual({ b: 1 });
    await compact();
    expect(await clicks()).toEqual({ b: 1 });
    expect(await rowOf()).toEqual({ markers: 1, cells: 0, blocks: 1 });
  });

  it('a redelivered event stays deleted, and a corrected one with the same dedup key counts', async () => {
    const wrong = at(0, 'a', 'u1', { viewType: 'home_feed' });
    await ingest(wrong);
    await deleted('--user', 'u1');
    await ingest(wrong);
    expect(await clicks()).toEqual({});
    const corrected = at(0, 'a', 'u1', { viewType: 'search' });
    await ingest(corrected);
    expect(await clicks()).toEqual({ a: 1 });
    await compact();
    expect(await clicks()).toEqual({ a: 1 });
  });

  it('an event that was delivered with several times is selected by the earliest', async () => {
    const early = at(100, 'a', 'u1', { insertionId: 'same' });
    const late = at(600, 'a', 'u1', { insertionId: 'same' });
    await ingest(early, late);
    expect(await clicks()).toEqual({ a: 1 });
    const isOneColumn =
      new Set(storedCells([early, late]).map(({ qualifier }) => Buffer.from(qualifier).toString('hex')))
        .size === 1;
    expect(isOneColumn).toBe(true);
    expect(await deleted('--user', 'u1', '--from', String(FROM_MS + 300))).toMatchObject({ events: 0 });
    expect(await clicks()).toEqual({ a: 1 });
    expect(await deleted('--user', 'u1')).toMatchObject({ events: 1, cells: 1 });
    expect(await rowOf()).toEqual({ markers: 1, cells: 0, blocks: 0 });
  });

  it('deletes the events of all users, in shares, and resumes after the last one that is done', async () => {
    const users = Array.from({ length: 40 }, (_, i) => `user-${i}`);
    await ingest(...users.flatMap((user) => [at(0, 'a', user), at(-1, 'before', user)]));
    const shares = await Promise.all([deleted('--all-users', '--dry-run', '--worker', '1/2')]);
    const other = await deleted('--all-users', '--dry-run', '--worker', '2/2');
    expect(shares[0].events + other.events).toBe(40);
    writeFileSync(join(folder, 'ids.txt'), `${users.slice(0, 10).join('\n')}\n\n`);
    expect(await deleted('--users-file', 'ids.txt')).toMatchObject({ users: 10, events: 10 });
    expect(await deleted('--all-users', '--checkpoint', 'progress.json')).toMatchObject({ events: 30 });
    expect(() => statSync(join(folder, 'progress.json'))).toThrow('ENOENT');
    expect(await clicks('user-39')).toEqual({ before: 1 });
  });

  it('rejects a user with too many deleted events, changes nothing of it, and goes on with others', async () => {
    await ingest(at(0, 'a'), at(1, 'b'), at(2, 'c'), at(0, 'a', 'u2'));
    const period = ['--from', String(FROM_MS), '--to', String(TO_MS), '--json', '--yes'];
    const { stdout, ended } = await run(
      'events',
      'delete',
      '--user',
      'u1',
      '--user',
      'u2',
      '--markers-per-user',
      '2',
      ...period,
    );
    expect(ended).toBe(1);
    const summary = JSON.parse(stdout) as DeleteEventsSummary;
    expect(summary).toMatchObject({ users: 2, usersFailed: 1, events: 1 });
    expect(summary.failures).toEqual([
      expect.objectContaining({
        userId: 'u1',
        code: 'too_many_events',
        message: expect.stringContaining('select fewer events') as string,
      }),
    ]);
    expect(await clicks()).toEqual({ a: 1, b: 1, c: 1 });
    expect(await rowOf()).toMatchObject({ markers: 0, cells: 3 });
  });

  it('removes markers whose events are past their retention', async () => {
    const [old] = storedCells([adEvent({ userId: 'u1', adId: 'old', eventTimeMs: NOW_MS - 500 * DAY_MS })]);
    const column = deletedEventColumn('ad_action', Buffer.from(old!.qualifier));
    const marker = setCell(PRIVACY_FAMILY, column, NOW_MS * 1_000, Buffer.alloc(0));
    await store.store.writer.mutateRow('users', { key: rowKey('u1'), mutations: [marker] });
    await ingest(at(0, 'a'));
    expect(await rowOf()).toMatchObject({ markers: 1 });
    await deleted('--user', 'u1');
    expect(await rowOf()).toMatchObject({ markers: 1, cells: 0 });
    expect(await clicks()).toEqual({});
  });

  it.each([
    [['--user', 'u1', '--users-file', 'x'], '--user'],
    [[], '--user'],
    [['--user', 'u1', '--action', 'none'], '--action'],
    [['--user', 'u1', '--where', 'none=1'], '--where'],
    [['--user', 'u1', '--from', '5', '--to', '5'], '--to'],
    [['--user', 'u1', '--from', 'yesterday'], '--from'],
  ])('rejects %j, and names the option', async (args, field) => {
    const period = ['--from', String(FROM_MS), '--to', String(TO_MS), '--json', '--yes'];
    const { stderr, ended } = await run('events', 'delete', ...period, ...args);
    expect(ended).toBe(1);
    expect(JSON.parse(stderr.trim().split('\n').at(-1)!)).toMatchObject({ error: { field } });
  });

  it('exports what is stored about a user to a file that only its owner can read', async () => {
    await ingest(at(0, 'a'));
    const { ended, stderr } = await run('subjects', 'export', 'u1', '--out', 'u1.ndjson');
    expect({ ended, stderr }).toMatchObject({ ended: 0 });
    const lines = readFileSync(join(folder, 'u1.ndjson'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
      'subject',
      'event',
      'complete',
    ]);
    expect(statSync(join(folder, 'u1.ndjson')).mode & 0o777).toBe(0o600);
    const printed = await run('subjects', 'export', 'u1');
    expect(printed.stdout.trimEnd().split('\n')).toHaveLength(3);
  });
});
