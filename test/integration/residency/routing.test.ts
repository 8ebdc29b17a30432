/** Requests for placed users, in a store whose topology has placements, on the embedded Bigtable. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowKey } from '../../../src/core/rows/row-key';
import { setCell } from '../../../src/bigtable/write/mutations';
import type { DirectoryEntry, LocationState } from '../../../src/core/residency/location';
import type { Residency } from '../../../src/residency/residency';
import type { Store } from '../../../src/store/open-store';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { openTestStore } from '../../support/open-test-store';
import { tidemarkError } from '../../support/tidemark-error';
import { until } from '../../support/until';

const EXAMPLE = join(__dirname, '../../../infra/examples/topologies/residency.json');
const topology = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as object;
const call = { timeoutMs: 20_000 };
const all = { passAllFilter: true };

const row = (id: string, value = 'v', column = 'main') => ({
  key: rowKey(id),
  mutations: [setCell('profile', Buffer.from(column), Date.now() * 1_000, Buffer.from(value))],
});

describe('A store with placements', () => {
  let world: ConsistencyWorld;
  let us: Store;
  let eu: Store;

  beforeAll(async () => {
    world = await startConsistencyWorld(topology);
    us = openTestStore(world.env('us-central1'));
    eu = openTestStore(world.env('europe-west1'));
    for (const store of [us, eu]) {
      store.start();
      await store.warmUp(call);
    }
  });
  afterAll(async () => {
    await Promise.all([us.close(), eu.close()]);
    await world.close();
  });

  const residencyOf = (store: Store): Residency => store.residency!;
  const entryOf = async (id: string): Promise<DirectoryEntry | undefined> => {
    const { subjects, directory } = residencyOf(eu);
    const { key } = subjects.of(subjects.groupOf('users')!, rowKey(id))!;
    return directory.present(key, call);
  };
  const cellsAt = async (table: string, id: string): Promise<readonly string[]> => {
    const { row: found } = await eu.tables.reader.readRow(
      { table, key: rowKey(id), filter: all },
      { level: 'strict' },
      call,
    );
    return (found?.cells ?? [])
      .filter(({ family }) => family === 'profile')
      .map(({ value }) => value.toString());
  };

  it('stores a user in the jurisdiction of the country of the first write', async () => {
    const { cluster } = await eu.writer.mutateRow('users', row('hanna'), { ...call, accessLocation: 'DE' });
    expect(cluster).toMatch(/^eu-/);
    expect(await entryOf('hanna')).toMatchObject({
      epoch: 1,
      state: 'home',
      from: 'eu',
      to: 'eu',
      reason: 'access-location',
    });
    expect(await cellsAt('users@eu', 'hanna')).toEqual(['v']);
    expect(await cellsAt('users', 'hanna')).toEqual([]);
  });

  it('stores a user without a country by default', async () => {
    await us.writer.mutateRow('users', row('ann'), call);
    expect(await entryOf('ann')).toMatchObject({ epoch: 1, from: 'us', reason: 'default' });
    expect(await cellsAt('users', 'ann')).toEqual(['v']);
  });

  it('reads strictly where the rows are, one by one and together', async () => {
    await eu.writer.mutateRow('users', row('lena', 'of lena'), { ...call, accessLocation: 'FR' });
    await eu.writer.mutateRow('users', row('bob', 'of bob'), { ...call, accessLocation: 'US' });
    const read = { table: 'users', key: rowKey('lena'), filter: all };
    const { row: lena, evidence } = await eu.reader.readRow(read, { level: 'strict' }, call);
    expect(lena!.cells.map(({ value }) => value.toString())).toContain('of lena');
    expect(evidence).toMatchObject({ level: 'strict', met: true });
    const keys = ['bob', 'absent', 'lena'].map(rowKey);
    const { rows, unmet } = await eu.reader.readRows(
      { table: 'users', keys, filter: all },
      { level: 'strict' },
      call,
    );
    expect(rows.map((each) => each?.cells.at(-1)?.value.toString())).toEqual([
      'of bob',
      undefined,
      'of lena',
    ]);
    expect(unmet).toEqual([]);
  });

  it('agrees with other regions about users that are written first in several at once', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => `both-${index}`);
    await Promise.all(
      ids.flatMap((id) => [
        eu.writer.mutateRow('users', row(id, 'eu'), { ...call, accessLocation: 'DE' }),
        us.writer.mutateRow('users', row(id, 'us', 'other'), call).catch((error: unknown) => error),
      ]),
    );
    for (const id of ids) {
      const { from } = (await entryOf(id))!;
      const [inEu, inUs] = [await cellsAt('users@eu', id), await cellsAt('users', id)];
      expect(from === 'eu' ? inUs : inEu).toEqual([]);
    }
  });

  it('refuses data of a jurisdiction outside of the regions that may process it', async () => {
    await eu.writer.mutateRow('users', row('marie'), { ...call, accessLocation: 'FR' });
    const read = { table: 'users', key: rowKey('marie'), filter: all };
    const expected = tidemarkError('wrong_region');
    await expect(us.reader.readRow(read, { level: 'strict' }, call)).rejects.toThrow(expected);
    await expect(us.writer.mutateRow('users', row('marie', 'second'), call)).rejects.toThrow(expected);
    expect(await cellsAt('users@eu', 'marie')).toEqual(['v']);
  });

  it('keeps users with older data in the default placement', async () => {
    await us.tables.writer.mutateRow('users', row('old', 'from before'), call);
    const older = { table: 'users', key: rowKey('old'), filter: all };
    await until(
      async () => (await eu.tables.reader.readRow(older, { level: 'eventual' }, call)).row !== undefined,
    );
    await eu.writer.mutateRow('users', row('old', 'new', 'other'), { ...call, accessLocation: 'DE' });
    expect(await entryOf('old')).toMatchObject({ from: 'us', reason: 'default' });
    expect([...(await cellsAt('users', 'old'))].sort()).toEqual(['from before', 'new']);
  });

  describe('while a user moves', () => {
    const enter = async (id: string, state: LocationState): Promise<void> => {
      const { subjects, directory, feed } = residencyOf(eu);
      const { key } = subjects.of(subjects.groupOf('users')!, rowKey(id))!;
      await directory.change(key, (entry) => ({ ...entry!, epoch: 2, state, from: 'us', to: 'eu' }), call);
      const wave = {
        id: `wave-${id}`,
        group: 'users',
        from: 'us',
        to: 'eu',
        begunAtMs: 0,
        subjects: [{ key, epoch: 2 }],
      };
      await feed.append([{ kind: 'begun', wave }], call);
      if (state === 'overlaid' || state === 'settled')
        await feed.append([{ kind: 'state', waveId: wave.id, state }], call);
      for (const store of [us, eu]) await residencyOf(store).follower.poll();
    };

    it.each([
      ['preparing', 'users'],
      ['overlaid', 'users@eu'],
    ] as const)('reads both placements when it is %s, and writes to %s', async (state, table) => {
      const id = `moving-${state}`;
      await eu.writer.mutateRow('users', row(id, 'before'), { ...call, accessLocation: 'US' });
      await enter(id, state);
      await eu.writer.mutateRow('users', row(id, 'during', 'other'), call);
      expect(await cellsAt(table, id)).toContain('during');
      const read = { table: 'users', key: rowKey(id), filter: all };
      const { row: found, evidence } = await eu.reader.readRow(read, { level: 'strict' }, call);
      expect(found!.cells.map(({ value }) => value.toString())).toEqual(
        expect.arrayContaining(['before', 'during']),
      );
      expect(evidence.met).toBe(true);
    });
  });
});
