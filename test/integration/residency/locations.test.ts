/** Locations of users: assigned, planned and moved by the API and by commands. */
import { setCell } from '../../../src/bigtable/write/mutations';
import { openMover } from '../../../src/cli/residency/open-mover';
import { loadConfig } from '../../../src/config/index';
import { rowKey } from '../../../src/core/rows/row-key';
import { Resources } from '../../../src/platform/tasks/resources';
import type { RegionApp } from '../../support/consistency-world';
import { tidemarkError } from '../../support/tidemark-error';
import { EU, impression, LOCATION_FIELD, PLACED_TOPOLOGY, PlacedWorld } from '../../support/placed-world';

const call = { timeoutMs: 10_000 };
const oldRow = (userId: string) => ({
  key: rowKey(userId),
  mutations: [setCell('profile', Buffer.from('main'), Date.now() * 1_000, Buffer.from('old'))],
});

describe('Requests about locations', () => {
  let placed: PlacedWorld;
  let eu: RegionApp;
  let us: RegionApp;

  beforeAll(async () => {
    placed = await PlacedWorld.start();
    ({ eu, us } = placed);
  });
  afterAll(() => placed.close());

  describe('that assign locations', () => {
    it('create an entry for a user without data, once', async () => {
      const { json: first } = await placed.location(us, 'assigned', 'eu');
      expect(first).toMatchObject({ placement: 'eu', reason: 'explicit', epoch: 1, hasEntry: true });
      expect((await placed.location(eu, 'assigned', 'eu')).json).toEqual(first);
      await placed.post(eu, '/v1/events', impression('assigned'), { [LOCATION_FIELD]: 'US' });
      expect(await placed.familiesIn('users@eu', 'assigned')).toEqual(['ad_action']);
    });

    it('pin a user to where it is, and move nothing', async () => {
      await placed.post(eu, '/v1/events', impression('pinned'), { [LOCATION_FIELD]: 'DE' });
      expect((await placed.location(eu, 'pinned', 'eu')).json).toMatchObject({
        reason: 'explicit',
        epoch: 1,
      });
      const { status, json } = await placed.location(eu, 'pinned', 'us');
      expect({ status, ...json }).toMatchObject({
        status: 409,
        code: 'location_conflict',
        field: 'placement',
      });
      expect((await placed.location(eu, 'pinned')).json).toMatchObject({ placement: 'eu', epoch: 1 });
    });

    it('reject a user with rows from before the group was declared', async () => {
      await placed.store.tables.writer.mutateRow('users', oldRow('older'), call);
      await placed.world.heal();
      expect((await placed.location(eu, 'older', 'eu')).json).toMatchObject({ code: 'location_conflict' });
      expect((await placed.location(eu, 'older')).json).toMatchObject({ hasEntry: false });
      expect((await placed.location(eu, 'older', 'us')).json).toMatchObject({
        placement: 'us',
        reason: 'explicit',
      });
    });

    it('reject unknown groups and placements', async () => {
      expect((await placed.location(eu, 'x', 'eu', 'people')).json).toMatchObject({
        code: 'unknown_placement_group',
        field: 'group',
      });
      expect((await placed.location(eu, 'x', 'ue')).json).toMatchObject({
        code: 'invalid_argument',
        field: 'placement',
      });
    });
  });

  describe('that request moves', () => {
    const move = (body: object, app = eu) => placed.ask(app, ['POST', '/v1/locations:move'], { body });

    it('record waves, which a mover runs', async () => {
      await placed.post(us, '/v1/events', impression('mona'), { [LOCATION_FIELD]: 'US' });
      const request = { group: 'users', objectIds: ['mona', 'pinned', 'mona'], to: 'eu' };
      const { status, json } = await move(request);
      const [wave] = json['waves'] as { id: string }[];
      expect({ status, ...json }).toMatchObject({ status: 202, alreadyThere: 1, moving: 0 });
      expect(json['waves']).toMatchObject([{ group: 'users', from: 'us', to: 'eu', subjects: 1 }]);
      expect((await placed.location(eu, 'mona')).json).toMatchObject({
        placement: 'us',
        state: 'home',
        epoch: 1,
      });
      await placed.world.heal();
      // No request concerns the user meanwhile, so the mover need not wait for the leases of the processes.
      const resources = new Resources();
      const config = loadConfig(placed.world.env(EU));
      const { mover } = openMover({ ...config, directory: { ...config.directory, leaseMs: 100 } }, resources);
      expect(await mover.openWaves()).toMatchObject([{ id: wave!.id, state: 'requested' }]);
      const killed = new AbortController();
      const dying = { signal: killed.signal, onStep: () => killed.abort() };
      await expect(mover.resume(wave!.id, dying)).rejects.toThrow(tidemarkError('client_closed_request'));
      expect(await mover.openWaves()).toMatchObject([{ id: wave!.id, state: 'planned' }]);
      const ofOthers = await placed.cli('residency', 'resume', '--requested');
      expect(ofOthers).toMatchObject({ ended: 0, stdout: 'No wave is open.\n' });
      expect(await mover.resume(wave!.id)).toBe(1);
      expect(await mover.openWaves()).toEqual([]);
      await resources.release();
      expect((await placed.location(eu, 'mona')).json).toMatchObject({
        placement: 'eu',
        reason: 'explicit',
        epoch: 2,
      });
      expect(await placed.familiesIn('users', 'mona')).toEqual([]);
      expect(await placed.familiesIn('users@eu', 'mona')).toEqual(['ad_action']);
    });

    it('reject what cannot be moved, and record nothing', async () => {
      const request = { group: 'users', objectIds: ['mona'], to: 'eu' };
      const answers = [
        await move({ ...request, group: 'people' }),
        await move({ ...request, to: 'ue' }),
        await move({ ...request, objectIds: [] }),
        await move({ ...request, objectIds: ['mona', ''] }),
        await move({ ...request, objectIds: Array.from({ length: 1_001 }, (_, n) => `user-${n}`) }),
        await move(request, us),
      ];
      expect(answers.map(({ json }) => [json['code'], json['field']])).toEqual([
        ['unknown_placement_group', 'group'],
        ['invalid_argument', 'to'],
        ['invalid_argument', 'objectIds'],
        ['invalid_argument', 'objectIds[1]'],
        ['invalid_argument', 'objectIds'],
        ['wrong_region', undefined],
      ]);
      const { stdout } = await placed.cli('residency', 'status', '--json');
      expect(JSON.parse(stdout)).toEqual({ waves: [] });
    });
  });

  describe('by commands', () => {
    const cli = (...args: string[]) => placed.cli('residency', ...args);

    it('assign placements, and show them', async () => {
      await placed.post(eu, '/v1/events', impression('yankee'), { [LOCATION_FIELD]: 'US' });
      placed.writeFile('ids.txt', 'anna\n\nyankee\nanna\r\n');
      const assigned = await cli('assign', 'users', '--file', 'ids.txt', '--to', 'eu', '--json');
      expect(assigned.ended).toBe(2);
      const outcomes = assigned.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      expect(outcomes).toHaveLength(2);
      expect(outcomes).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ objectId: 'anna', placement: 'eu', reason: 'explicit' }),
          expect.objectContaining({
            objectId: 'yankee',
            error: expect.objectContaining({ code: 'location_conflict' }) as unknown,
          }),
        ]),
      );
      const shown = await cli('show', 'users', 'anna', 'yankee', 'stranger');
      expect(shown).toMatchObject({ ended: 0, stderr: '' });
      const lines = shown.stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 6).join(' '));
      expect(lines).toEqual(
        expect.arrayContaining([
          'anna eu home 1 explicit -',
          'yankee us home 1 access-location US',
          'stranger us home - no entry -',
        ]),
      );
    });

    it('reject unknown groups and placements by the name of the option', async () => {
      const { ended, stderr } = await cli('assign', 'users', 'x', '--to', 'ue', '--json');
      expect([ended, JSON.parse(stderr)]).toMatchObject([1, { error: { field: '--to' } }]);
      expect((await cli('show', 'people', 'x')).stderr).toContain('[unknown_placement_group]');
      expect((await cli('show', 'users')).stderr).toContain('give ids, or a file with --file');
    });

    it('place a user by the location of a first reservation', async () => {
      const caps = (...args: string[]) =>
        placed.cli('caps', 'release', '--reservation', 'kD0fYq1vWm3xT7ab', ...args);
      const rejected = await caps('--user', 'cara', '--json');
      expect(JSON.parse(rejected.stderr)).toMatchObject({
        error: { code: 'location_required', field: '--access-location' },
      });
      expect(await caps('--user', 'cara', '--access-location', 'DE')).toMatchObject({ ended: 0 });
      expect((await placed.location(eu, 'cara')).json).toMatchObject({
        placement: 'eu',
        accessLocation: 'DE',
      });
      placed.writeFile(
        'rules.json',
        JSON.stringify([{ level: 'ad', actions: ['click'], window: '1d', maximum: 9 }]),
      );
      const check = ['--rules', 'rules.json', '--candidate', 'adId=1,insertionId=1', '--reserve', 'click'];
      const reserved = await placed.cli(
        'caps',
        'check',
        '--user',
        'dora',
        ...check,
        '--access-location',
        'DE',
      );
      expect(reserved).toMatchObject({ ended: 0 });
      expect((await placed.location(eu, 'dora')).json).toMatchObject({
        placement: 'eu',
        accessLocation: 'DE',
      });
    });

    it('plan what another map of countries would move', async () => {
      await placed.post(eu, '/v1/events', impression('paul'), { [LOCATION_FIELD]: 'PL' });
      const { eu: european, ...others } = PLACED_TOPOLOGY.jurisdictions;
      const countries = european.countries.filter((country) => country !== 'PL');
      const jurisdictions = { ...others, eu: { ...european, countries } };
      placed.writeFile('next.json', JSON.stringify({ ...PLACED_TOPOLOGY, jurisdictions }));
      placed.writeFile('known.txt', 'paul\n');
      const next = ['plan', '--topology', 'next.json', '--objects', 'known.txt'];
      const { ended, stdout } = await cli(...next, '--json');
      expect(ended).toBe(0);
      const records = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      expect(records).toMatchObject([
        { type: 'relocation', objectId: 'paul', from: 'eu', to: 'us', accessLocation: 'PL' },
        { type: 'summary', relocations: 1, moves: [{ group: 'users', from: 'eu', to: 'us', subjects: 1 }] },
      ]);
      expect((await cli(...next)).stdout).toMatch(/^paul +users +eu +us +access-location +PL$/m);
      expect((await cli('plan')).stdout).toMatch(/^0 of \d+ entries would move/m);
      expect((await placed.location(eu, 'paul')).json).toMatchObject({ placement: 'eu', epoch: 1 });
    });
  });

  it('keep a user where the record of an erasure is all that is left, so that it hides what arrives late', async () => {
    const record = setCell('_prv', Buffer.from('o'), Date.now() * 1_000, Buffer.from('{}'));
    const row = { key: rowKey('erased'), mutations: [record] };
    await placed.store.tables.writer.mutateRow('users', row, call);
    await placed.world.heal();
    expect((await placed.location(eu, 'erased', 'eu')).json).toMatchObject({ code: 'location_conflict' });
    await placed.post(eu, '/v1/events', impression('erased'), { [LOCATION_FIELD]: 'DE' });
    expect((await placed.location(eu, 'erased')).json).toMatchObject({ placement: 'us', reason: 'default' });
  });
});
