import { setCell } from '../../../../src/bigtable/write/mutations';
import { LOCATION_FAMILY } from '../../../../src/core/residency/location-family';
import { fenceTable } from '../../../../src/core/residency/placement-rules';
import { waveKey, type StoredWave } from '../../../../src/core/residency/stored-wave';
import { rowKey } from '../../../../src/core/rows/row-key';
import { seededRandom } from '../../../../src/platform/random';
import type { Scanner } from '../../../../src/consistency/store';
import { LocationDirectory } from '../../../../src/residency/location-directory';
import { ClaimedRows } from '../../../../src/residency/mover/claimed-rows';
import { MoverSteps } from '../../../../src/residency/mover/steps';
import { WaveEntries } from '../../../../src/residency/mover/wave-entries';
import { WaveRecords } from '../../../../src/residency/mover/wave-records';
import { WaveTakenOver } from '../../../../src/residency/mover/wave-taken-over';
import { MemoryTransactions } from '../../../support/memory-transactions';
import { VirtualClock } from '../../../support/virtual-clock';
import { SUBJECT, WAVE } from './sample-wave';

const KEY = rowKey('anna');
const HOME = {
  group: 'users',
  epoch: 1,
  state: 'home',
  from: 'us',
  to: 'us',
  reason: 'default',
  term: 0,
  decidedAtMs: 5,
  changedAtMs: 5,
} as const;
const call = { timeoutMs: 1_000 };
const limits = { callTimeoutMs: 100, retryTimeoutMs: 1_000, retryInitialDelayMs: 10, retryMaxDelayMs: 50 };

describe('A mover', () => {
  let clock: VirtualClock;
  let transactions: MemoryTransactions;
  let directory: LocationDirectory;
  let steps: MoverSteps;

  beforeEach(() => {
    clock = new VirtualClock();
    transactions = new MemoryTransactions(LOCATION_FAMILY);
    const random = seededRandom(1);
    const reader = { readRow: unused, readRows: unused };
    directory = new LocationDirectory({ reader, transactions, clock, random });
    steps = new MoverSteps({ clock, random, limits }, undefined);
  });

  const unused = () => Promise.reject(new Error('unused'));
  const entriesOf = (wave: StoredWave): WaveEntries =>
    new WaveEntries({ directory, clock, limits: { entriesInFlight: 4 } }, wave, steps);
  const entry = () => directory.present('k', call);
  const enter = (next: Parameters<typeof directory.change>[1]) => directory.change('k', next, call);

  describe('and the entries of its wave', () => {
    it('takes them from one state to the next, and to the other placement', async () => {
      await enter(() => HOME);
      const entries = entriesOf(WAVE);
      expect(await entries.join()).toMatchObject([{ subject: SUBJECT, entry: { state: 'preparing' } }]);
      expect(await entry()).toMatchObject({
        epoch: 2,
        from: 'us',
        to: 'eu',
        term: 1,
        wave: 'w',
        reason: 'default',
      });
      for (const state of ['overlaid', 'settled'] as const) {
        const before = (await entry())!;
        const [advanced] = await entries.advance([SUBJECT], state);
        expect(advanced!.entry).toMatchObject({ epoch: 2, state, reason: 'explicit' });
        expect(advanced!.entry.changedAtMs).toBeGreaterThan(before.changedAtMs);
      }
      await entries.advance([SUBJECT], 'overlaid');
      expect(await entry()).toMatchObject({ state: 'settled' });
      await entries.settleIn([SUBJECT]);
      expect(await entry()).toMatchObject({ epoch: 2, state: 'home', from: 'eu', to: 'eu', wave: undefined });
    });

    it('creates the entry of a subject that has none', async () => {
      const subject = { ...SUBJECT, epoch: 1 };
      expect(await entriesOf({ ...WAVE, subjects: [subject] }).join()).toHaveLength(1);
      expect(await entry()).toMatchObject({ group: 'users', epoch: 1, state: 'preparing', from: 'us' });
    });

    it.each([
      ['absent', undefined],
      ['of another epoch', { ...HOME, epoch: 2 }],
      ['of another placement', { ...HOME, from: 'asia', to: 'asia' }],
      [
        'of another wave',
        { ...HOME, epoch: 2, state: 'preparing', to: 'eu', wave: 'other', term: 7 } as const,
      ],
    ])('leaves one as it is that is %s, not as planned', async (_, present) => {
      if (present !== undefined) await enter(() => present);
      expect(await entriesOf(WAVE).join()).toEqual([]);
      expect(await entry()).toEqual(present);
    });

    it('raises their terms when it takes the wave over, and the mover before changes nothing any more', async () => {
      await enter(() => HOME);
      const [before, after] = [entriesOf(WAVE), entriesOf({ ...WAVE, term: 2 })];
      await before.join();
      await after.join();
      expect(await entry()).toMatchObject({ state: 'preparing', term: 2 });
      await expect(before.join()).rejects.toThrow(WaveTakenOver);
      await expect(before.advance([SUBJECT], 'overlaid')).rejects.toThrow(WaveTakenOver);
      await expect(before.release([SUBJECT])).rejects.toThrow(WaveTakenOver);
      await expect(before.check(SUBJECT)).rejects.toThrow(WaveTakenOver);
      await after.check(SUBJECT);
      expect(await entry()).toMatchObject({ state: 'preparing', term: 2 });
    });

    it('returns them to where they were when it cancels, with an epoch of their own', async () => {
      await enter(() => HOME);
      const entries = entriesOf(WAVE);
      await entries.join();
      await entries.release([SUBJECT]);
      const expected = { epoch: 3, state: 'home', from: 'us', to: 'us', reason: 'default', wave: undefined };
      expect(await entry()).toMatchObject(expected);
      await entries.release([SUBJECT]);
      expect(await entry()).toMatchObject(expected);
    });
  });

  describe('and the record of its wave', () => {
    const cells = () => transactions.cellsOf(fenceTable('us'), waveKey('w'));
    const scanner: Pick<Scanner, 'scan'> = {
      async *scan() {
        if (cells().length > 0) yield { key: waveKey('w'), cells: cells() };
      },
    };
    let records: WaveRecords;

    beforeEach(async () => {
      records = new WaveRecords({ transactions, scanner });
      await records.create(WAVE, steps);
    });

    it('finds it again, with a term of its own for each mover', async () => {
      expect(await records.leaving('us', call)).toEqual([WAVE]);
      expect(await records.takeOver(WAVE, steps)).toEqual({ ...WAVE, term: 2 });
      expect(await records.takeOver(WAVE, steps)).toMatchObject({ term: 3 });
      await records.create(WAVE, steps);
      expect(await records.leaving('us', call)).toMatchObject([{ term: 3 }]);
    });

    it('deletes it and marks it as cancelled only if no other mover has taken it over', async () => {
      const taken = (await records.takeOver(WAVE, steps))!;
      await expect(records.remove(WAVE, steps)).rejects.toThrow(WaveTakenOver);
      await expect(records.cancel(WAVE, steps)).rejects.toThrow(WaveTakenOver);
      await records.cancel(taken, steps);
      expect(await records.leaving('us', call)).toMatchObject([{ term: 2, isCancelled: true }]);
      await records.remove(taken, steps);
      expect(cells()).toEqual([]);
      await records.remove(taken, steps);
      expect(await records.takeOver(WAVE, steps)).toBeUndefined();
      await expect(records.cancel(taken, steps)).rejects.toThrow(WaveTakenOver);
    });
  });

  describe('and the rows of its wave', () => {
    const row = { table: 'users', key: KEY };
    const claim = { epoch: 2, role: 'filling', term: 1 } as const;
    const value = setCell('profile', Buffer.from('a'), 1_000, Buffer.from('1'));
    const families = () => [...new Set(transactions.cellsOf('users', KEY).map(({ family }) => family))];
    let rows: ClaimedRows;

    beforeEach(() => {
      rows = new ClaimedRows({ transactions, clock }, 'w', steps);
    });

    it('changes and deletes one that it has claimed', async () => {
      await rows.claim(row, claim);
      await rows.claim(row, claim);
      await rows.write(row, claim, [value]);
      expect(families()).toEqual(expect.arrayContaining(['profile', LOCATION_FAMILY]));
      await rows.remove(row, claim);
      expect(transactions.cellsOf('users', KEY)).toEqual([]);
      await rows.remove(row, claim);
    });

    it.each([
      ['a later mover', { ...claim, term: 2 }],
      ['a later move', { ...claim, epoch: 4, role: 'leaving' } as const],
    ])('changes nothing of one that %s has claimed', async (_, later) => {
      await rows.claim(row, claim);
      await rows.claim(row, later);
      const before = transactions.cellsOf('users', KEY);
      await expect(rows.claim(row, claim)).rejects.toThrow(WaveTakenOver);
      await expect(rows.write(row, claim, [value])).rejects.toThrow(WaveTakenOver);
      await expect(rows.remove(row, claim)).rejects.toThrow(WaveTakenOver);
      expect(transactions.cellsOf('users', KEY)).toEqual(before);
    });

    it('writes nothing to one without its claim', async () => {
      await expect(rows.write(row, claim, [value])).rejects.toThrow(WaveTakenOver);
      expect(transactions.cellsOf('users', KEY)).toEqual([]);
    });

    it('has no effect with a change that was on its way when the claim was taken over', async () => {
      await rows.claim(row, claim);
      const late = transactions.begin('users', KEY);
      const { row: read } = await late.read({ filter: {} }, call);
      await rows.claim(row, { ...claim, term: 2 });
      const version = { text: read!.cells.at(-1)!.value.toString(), atMs: 1 };
      expect(await late.commitUnmarked({ version, mutations: [value] }, call)).toBe('conflict');
      expect(await late.remove(version, call)).toBe('conflict');
    });
  });
});
