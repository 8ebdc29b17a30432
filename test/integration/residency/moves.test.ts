/** Moves of users between placements, on the embedded Bigtable. */
import { setCell } from '../../../src/bigtable/write/mutations';
import {
  DIRECTORY_TABLE,
  fenceTable,
  type Placement,
  type PlacementRules,
} from '../../../src/core/residency/placement-rules';
import type { DirectoryEntry } from '../../../src/core/residency/location';
import { waveKey } from '../../../src/core/residency/stored-wave';
import { rowKey } from '../../../src/core/rows/row-key';
import { runBounded } from '../../../src/platform/tasks/run-bounded';
import type { RowPresence } from '../../../src/consistency/store';
import type { Mover } from '../../../src/residency/mover/mover';
import type { StepPace } from '../../../src/residency/mover/steps';
import type { PlannedMoves } from '../../../src/residency/mover/plan-moves';
import type { WaveStep } from '../../../src/residency/mover/wave-run';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { CrashingProcess } from '../../support/crashing';
import {
  crashingAt,
  moveConfig,
  nearTopology,
  openMoverStores,
  type MoverStores,
} from '../../support/move-world';
import { MovingUser } from '../../support/moving-user';
import { tidemarkError } from '../../support/tidemark-error';

const call = { timeoutMs: 20_000 };
const NO_VALUE = Buffer.alloc(0);

/** More calls than a mover makes for one user. */
const CALLS = 90;

describe('A mover', () => {
  let world: ConsistencyWorld;
  let west: MoverStores;
  let north: MoverStores;
  let mover: Mover;

  beforeAll(async () => {
    world = await startConsistencyWorld(nearTopology());
    west = openMoverStores(moveConfig(world.env('europe-west1')));
    north = openMoverStores(moveConfig(world.env('europe-north1')));
    mover = west.moverOf();
    for (const { store } of [west, north]) {
      store.start();
      await store.warmUp(call);
    }
  });
  afterAll(async () => {
    await Promise.all([west.close(), north.close()]);
    await world.close();
  });

  const user = async (id: string, rounds = 2): Promise<MovingUser> => {
    const created = new MovingUser(id, [west.store, north.store]);
    for (let round = 0; round < rounds; round++) await created.round();
    return created;
  };
  const plan = (ids: readonly string[], to: string, by = mover): Promise<PlannedMoves> => {
    const { subjects } = west.residency;
    const group = subjects.groupOf('users')!;
    const keys = ids.map((id) => subjects.of(group, rowKey(id))!);
    return by.plan({ group: 'users', to, reason: 'explicit', subjects: keys });
  };
  const move = async (ids: readonly string[], to: string, by = mover): Promise<void> => {
    for (const wave of (await plan(ids, to, by)).waves) await by.move(wave);
  };
  const entryOf = (id: string): Promise<DirectoryEntry | undefined> => {
    const { subjects, directory } = west.residency;
    return directory.present(subjects.of(subjects.groupOf('users')!, rowKey(id))!.key, call);
  };
  /** Clusters that have any cell of the row, system cells included. */
  const clustersWith = async (table: string, key: Buffer): Promise<readonly string[]> => {
    const found = await west.store.tables.presence(table, [key], call);
    return [...found].filter(([, keys]) => keys.length > 0).map(([cluster]) => cluster);
  };
  const isOnlyIn = async (id: string, placement: 'us' | 'eu'): Promise<void> => {
    const home = { state: 'home', from: placement, to: placement, wave: undefined };
    expect(await entryOf(id)).toEqual(expect.objectContaining(home));
    const left = placement === 'us' ? 'users@eu' : 'users';
    expect(await clustersWith(left, rowKey(id))).toEqual([]);
  };
  /** Begins a move that crashes as soon as it has reached the step. Returns the id of its wave. */
  const crashed = async (id: string, to: string, step: WaveStep): Promise<string> => {
    const { waves } = await plan([id], to);
    const abort = new AbortController();
    const moving = mover.move(waves[0]!, {
      signal: abort.signal,
      onStep: (reached) => {
        if (reached === step) abort.abort(new Error('crash'));
      },
    });
    await expect(moving).rejects.toThrow(tidemarkError('client_closed_request'));
    const [wave] = await mover.openWaves();
    return wave!.id;
  };

  it('moves users back and forth while they are read and written', async () => {
    const users = await Promise.all(['ann', 'bob', 'cid', 'dan'].map((id) => user(id)));
    const ids = users.map(({ id }) => id);
    let isMoving = true;
    const working = users.map(async (each) => {
      while (isMoving) await each.round();
    });
    const moving = (async () => {
      await move(ids, 'eu');
      for (const id of ids) await isOnlyIn(id, 'eu');
      await move(ids, 'us');
    })().finally(() => (isMoving = false));
    await Promise.all([moving, ...working]);
    for (const each of users) {
      await each.round();
      await isOnlyIn(each.id, 'us');
      expect(each.rounds).toBeGreaterThan(4);
      expect(await entryOf(each.id)).toMatchObject({ epoch: 3, reason: 'explicit' });
    }
    expect(await mover.openWaves()).toEqual([]);
  }, 60_000);

  it('has a permit of its pace for each read, and none while it waits for clusters', async () => {
    await user('paced', 1);
    let held = 0;
    const heldBy = new Map<string, number[]>();
    const pace: StepPace = {
      nextRank: () => 0,
      acquire() {
        held += 1;
        return Promise.resolve({ release: () => void (held -= 1) });
      },
    };
    const note = (name: string): void => void heldBy.set(name, [...(heldBy.get(name) ?? []), held]);
    const paced = west.moverOf({
      wrap: ({ batch, adminOf, ...others }) => ({
        ...others,
        pace,
        batch: {
          ...batch,
          presence: (...args) => (note('presence'), batch.presence(...args)),
          reader: {
            readRow: (...args) => (note('readRow'), batch.reader.readRow(...args)),
            readRows: (...args) => batch.reader.readRows(...args),
          },
        },
        adminOf: (table) => ({
          generateConsistencyToken: (...args) => adminOf(table).generateConsistencyToken(...args),
          checkConsistency: (...args) => (note('wait'), adminOf(table).checkConsistency(...args)),
        }),
      }),
    });
    await move(['paced'], 'eu', paced);
    await isOnlyIn('paced', 'eu');
    expect(new Set(heldBy.get('wait'))).toEqual(new Set([0]));
    for (const name of ['presence', 'readRow']) expect(Math.min(...heldBy.get(name)!)).toBe(1);
    expect(held).toBe(0);
  });

  it('survives a crash at every other of its calls', async () => {
    const calls = Array.from({ length: CALLS / 2 }, (_, index) => 2 * index);
    const outcomes = await runBounded(calls, 16, async (at) => {
      const each = await user(`crash-${at}`, 1);
      const process = new CrashingProcess({ at, takesEffect: at % 4 === 0 });
      const crashing = west.moverOf({ wrap: (dependencies) => crashingAt(process, dependencies) });
      const moving = move([each.id], 'eu', crashing).then(() => 'moved' as const);
      return { each, outcome: await Promise.race([moving, process.crashed]) };
    });
    expect(outcomes.at(-1)!.outcome).toBe('moved');
    const open = await mover.openWaves();
    expect(new Set(open.map(({ state }) => state))).toEqual(
      new Set(['planned', 'preparing', 'overlaid', 'settled']),
    );
    await runBounded(outcomes, 8, ({ each }) => each.round());
    await runBounded(open, 16, ({ id }) => mover.resume(id));
    const users = outcomes.map(({ each }) => each);
    await move(
      users.map(({ id }) => id),
      'eu',
    );
    await runBounded(users, 8, async (each) => {
      await each.round();
      await isOnlyIn(each.id, 'eu');
    });
    expect(await mover.openWaves()).toEqual([]);
    await move(
      users.map(({ id }) => id),
      'us',
    );
    for (const each of users) await isOnlyIn(each.id, 'us');
    for (const { id } of open) expect(await clustersWith(fenceTable('us'), waveKey(id))).toEqual([]);
  }, 120_000);

  it('returns users to where they were when a prepared wave is cancelled', async () => {
    const each = await user('eve');
    const id = await crashed('eve', 'eu', 'overlaid');
    expect(await mover.openWaves()).toMatchObject([{ id, state: 'preparing', subjects: 1 }]);
    expect(await mover.cancel(id)).toBe(1);
    await each.round();
    await isOnlyIn('eve', 'us');
    expect(await entryOf('eve')).toMatchObject({ epoch: 3, reason: 'access-location' });
    expect(await mover.openWaves()).toEqual([]);
    await expect(mover.resume(id)).rejects.toThrow(tidemarkError('invalid_argument', 'wave'));
  });

  it('does not cancel a wave whose writes may have gone to the other placement', async () => {
    const each = await user('fay');
    const id = await crashed('fay', 'eu', 'closing');
    await expect(mover.cancel(id)).rejects.toThrow(tidemarkError('invalid_argument', 'wave'));
    await each.round();
    await mover.resume(id);
    await each.round();
    await isOnlyIn('fay', 'eu');
  });

  it('changes nothing of a wave whose placement or group the topology does not have any more', async () => {
    const each = await user('jon');
    const id = await crashed('jon', 'eu', 'copying');
    const { groups, placements, ...rules } = west.residency.rules();
    const moverWith = (changed: Partial<PlacementRules>): Mover =>
      west.moverOf({
        wrap: (dependencies) => ({
          ...dependencies,
          residency: {
            ...dependencies.residency,
            rules: () => ({ ...rules, groups, placements, ...changed }),
          },
        }),
      });
    const renamed = new Map(
      [...placements].map(([name, placement]): [string, Placement] => [
        name === 'eu' ? 'eu2' : name,
        { ...placement, name: name === 'eu' ? 'eu2' : name },
      ]),
    );
    await expect(moverWith({ placements: renamed }).resume(id)).rejects.toThrow(
      tidemarkError('invalid_argument', 'to'),
    );
    await expect(moverWith({ groups: new Map() }).resume(id)).rejects.toThrow(
      tidemarkError('unknown_placement_group', 'group'),
    );
    await each.round();
    expect(await mover.openWaves()).toMatchObject([{ id, state: 'overlaid' }]);
    await mover.resume(id);
    await each.round();
    await isOnlyIn('jon', 'eu');
  });

  it('stops when another mover takes its wave over', async () => {
    const each = await user('gil');
    const { waves } = await plan(['gil'], 'eu');
    const other = north.moverOf();
    let resumed: Promise<unknown> | undefined;
    const moving = mover.move(waves[0]!, {
      onStep: (step) => {
        if (step === 'copying') resumed = other.openWaves().then(([wave]) => other.resume(wave!.id));
      },
    });
    await moving.catch((error: unknown) => expect(error).toMatchObject({ name: 'WaveTakenOver' }));
    await resumed;
    await each.round();
    await isOnlyIn('gil', 'eu');
  });

  it('copies what arrives where the rows were, until nothing is left there', async () => {
    const each = await user('pia');
    const cell = setCell('ad_action', Buffer.from('late'), Date.now() * 1_000, NO_VALUE);
    const late = { key: rowKey('pia'), mutations: [cell] };
    let looks = 0;
    let written: Promise<unknown> | undefined;
    const moving = west.moverOf({
      wrap(dependencies) {
        const { serving, batch } = dependencies;
        /** The row arrives after it was deleted, before the look at all clusters. */
        const afterLateWrite =
          (presence: RowPresence): RowPresence =>
          async (...args) => {
            looks += 1;
            if (looks === 3) written = batch.writer.mutateRow('users', late, call);
            await written;
            return presence(...args);
          };
        return {
          ...dependencies,
          serving: { ...serving, presence: afterLateWrite(serving.presence) },
          batch: { ...batch, presence: afterLateWrite(batch.presence) },
        };
      },
    });
    await move(['pia'], 'eu', moving);
    expect(looks).toBeGreaterThan(4);
    each.expected.events.push('late');
    await each.round();
    await isOnlyIn('pia', 'eu');
  });

  it('copies large rows by themselves, and in chunks', async () => {
    const each = await user('hal', 6);
    await move(['hal'], 'eu', west.moverOf({ limits: { chunkCellsMax: 3, largeRowBytes: 300 } }));
    await each.round();
    await isOnlyIn('hal', 'eu');
  });

  it('moves users without an entry or data, and skips those that are there', async () => {
    expect(await plan(['ida'], 'us')).toMatchObject({ waves: [], alreadyThere: 1, moving: 0 });
    await move(['ida'], 'eu');
    await isOnlyIn('ida', 'eu');
    expect(await clustersWith('users@eu', rowKey('ida'))).toEqual([]);
    expect(await plan(['ida'], 'eu')).toMatchObject({ waves: [], alreadyThere: 1, moving: 0 });
    const { key } = west.residency.subjects.of(west.residency.subjects.groupOf('users')!, rowKey('ida'))!;
    expect(await clustersWith(DIRECTORY_TABLE, rowKey(key))).toHaveLength(4);
  });
});
