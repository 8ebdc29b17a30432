/** A directory that was restored from a backup, and `tidemark residency rebuild`, on the embedded Bigtable. */
import { setCell, deleteFromFamily } from '../../../src/bigtable/write/mutations';
import type { Row } from '../../../src/bigtable/client/types';
import { LOCATION_FAMILY } from '../../../src/core/residency/location-family';
import type { DirectoryEntry } from '../../../src/core/residency/location';
import { DIRECTORY_TABLE } from '../../../src/core/residency/placement-rules';
import type { SubjectKey } from '../../../src/core/residency/subject-key';
import { rowKey } from '../../../src/core/rows/row-key';
import { TidemarkError } from '../../../src/errors';
import type { FeedFollower } from '../../../src/residency/feed-follower';
import type { Store } from '../../../src/store/open-store';
import { openServing } from '../../../src/cli/shared/connection';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { moveConfig, nearTopology, openMoverStores, type MoverStores } from '../../support/move-world';
import { MovingUser } from '../../support/moving-user';
import { runCommandLine } from '../../support/run-command';
import { until } from '../../support/until';

const call = { timeoutMs: 20_000 };
const STRICT = { level: 'strict' } as const;
const IDS = ['ann', 'bob', 'cid', 'dan'] as const;

/** Codes of reads that are late on a busy machine. */
const LATE: readonly string[] = ['deadline_exceeded', 'consistency_unmet'];

/** Reads, again while the read is late. */
async function patiently<T>(read: () => Promise<T>): Promise<T> {
  const answers: T[] = [];
  await until(() =>
    read().then(
      (answer) => answers.push(answer) > 0,
      (error: unknown) => {
        if (error instanceof TidemarkError && LATE.includes(error.code)) return false;
        throw error;
      },
    ),
  );
  return answers[0]!;
}

/** Reads the feed once. */
const polled = (follower: Pick<FeedFollower, 'poll'>): Promise<void> => patiently(() => follower.poll());

describe('a location directory that was restored from a backup', () => {
  let world: ConsistencyWorld;
  let stores: MoverStores;
  let backup: readonly Row[];
  const users = new Map<string, MovingUser>();
  const opened: Store[] = [];

  beforeAll(async () => {
    world = await startConsistencyWorld(nearTopology());
    stores = openMoverStores(moveConfig(world.env('europe-west1')));
    stores.store.start();
    await stores.store.warmUp({ timeoutMs: 60_000 });
    await settle();
    for (const id of IDS) users.set(id, new MovingUser(id, [stores.store]));
    for (const id of IDS) await users.get(id)!.round();
    backup = await directoryRows();
    await move('ann', 'eu');
    await move('bob', 'eu');
    await move('bob', 'us');
    await users.get('bob')!.round();
    await move('cid', 'eu', 'copying');
    const { writer } = stores.store;
    await writer.mutateRow('users', row('nina'), { ...call, accessLocation: 'DE' });
    // A row from before the group was declared.
    await stores.store.tables.writer.mutateRow('users', row('old'), call);
    await restore();
  });
  afterAll(async () => {
    for (const store of opened) await store.close();
    await stores.close();
    await world.close();
  });

  /** Lets requests go on until one user's succeed: on a busy machine the first ones may be late. */
  async function settle(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await new MovingUser(`first-${attempt}`, [stores.store]).round();
      } catch (error) {
        if (attempt === 5) throw error;
      }
    }
  }

  const row = (id: string) => ({
    key: rowKey(id),
    mutations: [setCell('profile', Buffer.from('main'), Date.now() * 1_000, Buffer.from('v'))],
  });
  const keyOf = (id: string): SubjectKey => {
    const { subjects } = stores.residency;
    return subjects.of(subjects.groupOf('users')!, rowKey(id))!.key;
  };

  async function directoryRows(): Promise<readonly Row[]> {
    await world.heal();
    const rows: Row[] = [];
    for await (const each of stores.residency.scanner.scan(
      { table: DIRECTORY_TABLE, filter: { familyNameRegexFilter: LOCATION_FAMILY } },
      call,
    ))
      rows.push({ key: Buffer.from(each.key), cells: each.cells });
    return rows;
  }

  /** Replaces the directory by that of the backup. */
  async function restore(): Promise<void> {
    const restored = new Map(backup.map(({ key, cells }) => [key.toString('latin1'), cells]));
    for (const { key } of await directoryRows()) {
      const cells = restored.get(key.toString('latin1')) ?? [];
      const mutations = cells.map(({ family, qualifier, timestampMicros, value }) =>
        setCell(family, qualifier, timestampMicros, value),
      );
      const change = { key, mutations: [deleteFromFamily(LOCATION_FAMILY), ...mutations] };
      await stores.store.tables.writer.mutateRow(DIRECTORY_TABLE, change, call);
    }
    await world.heal();
  }

  /** Moves the user, or begins to move it and stops before the step. */
  async function move(id: string, to: string, before?: 'copying'): Promise<void> {
    const { subjects } = stores.residency;
    const subject = subjects.of(subjects.groupOf('users')!, rowKey(id))!;
    const mover = stores.moverOf();
    const { waves } = await mover.plan({ group: 'users', to, reason: 'explicit', subjects: [subject] });
    const abort = new AbortController();
    const onStep = (step: string): void => {
      if (step === before) abort.abort(new Error('stop'));
    };
    const moved = mover.move(waves[0]!, { signal: abort.signal, onStep });
    await (before === undefined ? moved : expect(moved).rejects.toThrow());
  }

  /** Returns the store of a process that has just started. */
  async function freshStore(): Promise<Store> {
    const { store } = openServing(moveConfig(world.env('europe-west1')));
    opened.push(store);
    store.start();
    await polled(store.residency!.follower);
    return store;
  }

  const shows = async (store: Store, id: string): Promise<boolean> => {
    const read = { table: 'users', key: rowKey(id), filter: { passAllFilter: true }, allowsJoin: true };
    return (await patiently(() => store.reader.readRow(read, STRICT, call))).row !== undefined;
  };
  const rebuild = async (...args: readonly string[]) => {
    const run = await runCommandLine(['residency', 'rebuild', '--json', ...args], {
      env: world.env('europe-west1'),
    });
    const lines = run.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    return { ...run, lines, of: (id: string) => lines.filter(({ objectId }) => objectId === id) };
  };
  const entryOf = (id: string): Promise<DirectoryEntry | undefined> =>
    stores.residency.directory.present(keyOf(id), call);

  it('hides the data of users who have moved since, and of new ones, without a rebuild', async () => {
    const store = await freshStore();
    expect(await shows(store, 'ann')).toBe(false);
    expect(await shows(store, 'nina')).toBe(false);
    expect(await shows(store, 'dan')).toBe(true);
  });

  it('needs a confirmation, and a region that may process all data', async () => {
    const { ended, stderr } = await rebuild();
    expect([ended, stderr]).toEqual([1, expect.stringContaining('--yes')]);
    const elsewhere = await runCommandLine(['residency', 'rebuild', '--yes'], {
      env: world.env('us-central1'),
    });
    expect([elsewhere.ended, elsewhere.stderr]).toEqual([1, expect.stringContaining('[wrong_region]')]);
  });

  it('is shown by a dry run, which changes nothing', async () => {
    const before = await Promise.all(IDS.map(entryOf));
    const { ended, of, lines } = await rebuild('--dry-run');
    expect(ended).toBe(0);
    expect(of('ann')).toEqual([
      expect.objectContaining({
        kind: 'changed',
        by: 'mover',
        rowsIn: ['eu'],
        entry: expect.objectContaining({ state: 'home', to: 'eu', epoch: 2 }) as unknown,
      }),
    ]);
    expect(of('old')).toEqual([]);
    expect(lines.at(-1)).toMatchObject({ dryRun: true, status: 'complete', openWaves: 1 });
    expect(await Promise.all(IDS.map(entryOf))).toEqual(before);
    expect(await entryOf('nina')).toBeUndefined();
  });

  it('serves no user and moves none while it is being rebuilt', async () => {
    const { feed, follower } = stores.residency;
    const store = await freshStore();
    expect(await shows(store, 'dan')).toBe(true);
    await feed.beginRebuild(call);
    await polled(store.residency!.follower);
    const rebuilding = expect.objectContaining({ code: 'directory_rebuilding', status: 503 }) as Error;
    await expect(shows(store, 'dan')).rejects.toThrow(rebuilding);
    const write = store.writer.mutateRow('users', row('dan'), call);
    await expect(write).rejects.toThrow(rebuilding);
    await expect(store.writer.mutateRow('users', row('new'), call)).rejects.toThrow(rebuilding);
    await expect(move('dan', 'eu')).rejects.toThrow(rebuilding);
    await expect(feed.append([{ kind: 'ended', waveId: 'w' }], call)).rejects.toThrow(rebuilding);
    expect(await entryOf('dan')).toMatchObject({ state: 'home', epoch: 1 });
    await polled(follower);
    expect(follower.isRebuilding).toBe(true);
  });

  it('is complete after a rebuild, which every process notices', async () => {
    const { follower } = stores.residency;
    const { changes } = follower;
    const { ended, of, lines, stderr } = await rebuild('--yes');
    expect([ended, stderr]).toEqual([0, expect.any(String)]);
    expect(lines.at(-1)).toMatchObject({ status: 'complete', openWaves: 1, tally: { undecided: 0 } });
    expect(of('nina')).toEqual([expect.objectContaining({ kind: 'created', by: 'rows' })]);
    await world.heal();
    expect(await entryOf('ann')).toMatchObject({ state: 'home', to: 'eu', epoch: 2 });
    expect(await entryOf('bob')).toMatchObject({ state: 'home', to: 'us', epoch: 3 });
    expect(await entryOf('cid')).toMatchObject({ state: 'overlaid', from: 'us', to: 'eu', epoch: 2 });
    expect(await entryOf('dan')).toMatchObject({ state: 'home', to: 'us', epoch: 1 });
    expect(await entryOf('nina')).toMatchObject({ state: 'home', to: 'eu', epoch: 1, reason: 'explicit' });
    expect(await entryOf('old')).toBeUndefined();
    await polled(follower);
    expect(follower.changes).toBeGreaterThan(changes);
    expect(follower.isRebuilding).toBe(false);
    const store = await freshStore();
    for (const id of [...IDS, 'nina', 'old']) expect([id, await shows(store, id)]).toEqual([id, true]);
    for (const id of IDS) await users.get(id)!.round();
  });

  it('changes nothing more when it is run again', async () => {
    const { ended, lines } = await rebuild('--yes');
    expect(ended).toBe(0);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ tally: { created: 0, changed: 0 } });
    await polled(stores.residency.follower);
    for (const id of IDS) await users.get(id)!.round();
  });

  it('lets movers complete what was open, and has nothing out of place then', async () => {
    const env = world.env('europe-west1');
    const { waves } = await stores
      .moverOf()
      .openWaves()
      .then((open) => ({ waves: open }));
    expect(waves).toMatchObject([{ from: 'us', to: 'eu', state: 'overlaid', subjects: 1 }]);
    await stores.moverOf().resume(waves[0]!.id);
    expect(await entryOf('cid')).toMatchObject({ state: 'home', to: 'eu', epoch: 2 });
    for (const id of IDS) await users.get(id)!.round();
    await move('ann', 'us');
    await users.get('ann')!.round();
    await world.heal();
    const audit = await runCommandLine(['residency', 'audit'], {
      env: { ...env, PUBSUB_EMULATOR_HOST: '127.0.0.1:1' },
    });
    expect(audit.stdout).toMatch(/nothing is out of place/);
  });
});
