import { claimIn, encodeClaim, isLaterClaim, isSameClaim } from '../../../../src/core/residency/row-role';
import { decodeWave, encodeWave, type StoredWave } from '../../../../src/core/residency/stored-wave';
import { tidemarkError } from '../../../support/tidemark-error';

const WAVE: StoredWave = {
  id: 'w',
  group: 'users',
  from: 'us',
  to: 'eu',
  reason: 'explicit',
  term: 3,
  begunAtMs: 1_000,
  isCancelled: false,
  isRequested: false,
  subjects: [{ key: 'k', epoch: 2, rowKey: Buffer.from([0xff, 0x00]) }],
};

it('a wave is read as it was recorded', () => {
  expect(decodeWave(encodeWave(WAVE))).toEqual(WAVE);
  expect(decodeWave(encodeWave({ ...WAVE, isCancelled: true })).isCancelled).toBe(true);
  expect(decodeWave(encodeWave({ ...WAVE, isRequested: true })).isRequested).toBe(true);
});

it.each([
  ['no JSON', 'x'],
  ['an unknown reason', encodeWave(WAVE).toString().replace('explicit', 'whim')],
  ['no subjects', '{"id":"w"}'],
])('a record with %s is corrupted', (_, text) => {
  expect(() => decodeWave(Buffer.from(text))).toThrow(tidemarkError('data_corrupted'));
});

describe('The claim of a row', () => {
  const claim = { epoch: 2, role: 'filling', term: 3 } as const;
  const cellOf = (value: Buffer) => ({ family: '_loc', qualifier: Buffer.from('row'), value });

  it('is read as it was written', () => {
    expect(claimIn([cellOf(encodeClaim(claim))])).toEqual(claim);
    expect(claimIn([])).toBeUndefined();
    expect(() => claimIn([cellOf(Buffer.from('2 keeping 3'))])).toThrow(tidemarkError('data_corrupted'));
  });

  it('is later with a later epoch, or a later term of the same', () => {
    expect(isLaterClaim({ ...claim, term: 4 }, claim)).toBe(true);
    expect(isLaterClaim({ ...claim, epoch: 3, term: 1 }, claim)).toBe(true);
    for (const other of [undefined, claim, { ...claim, term: 2 }, { ...claim, epoch: 1, term: 9 }])
      expect(isLaterClaim(other, claim)).toBe(false);
  });

  it('is the same with the same epoch, role and term', () => {
    expect(isSameClaim({ ...claim }, claim)).toBe(true);
    for (const other of [
      undefined,
      { ...claim, term: 2 },
      { ...claim, epoch: 1 },
      { ...claim, role: 'leaving' } as const,
    ])
      expect(isSameClaim(other, claim)).toBe(false);
  });
});
