import type { DirectoryEntry } from '../../../../src/core/residency/location';
import { decodeEntry, encodeEntry } from '../../../../src/core/residency/stored-location';
import { tidemarkError } from '../../../support/tidemark-error';

const ENTRY: DirectoryEntry = {
  group: 'users',
  epoch: 1,
  state: 'home',
  from: 'eu',
  to: 'eu',
  reason: 'access-location',
  accessLocation: 'DE',
  term: 0,
  decidedAtMs: 1,
  changedAtMs: 2,
};

describe('an entry of the directory', () => {
  it.each([
    ['with', 'DE'],
    ['without', undefined],
  ])('is decoded as it was encoded, %s a country', (_, accessLocation) => {
    const entry = { ...ENTRY, accessLocation };
    expect(decodeEntry(encodeEntry(entry))).toEqual(entry);
  });

  it.each([
    ['no group', { group: undefined }],
    ['an unknown state', { state: 'elsewhere' }],
    ['two placements at home', { to: 'us' }],
    ['one placement in a move', { state: 'settled' }],
  ])('is corrupted with %s', (_, change) => {
    const bytes = Buffer.from(JSON.stringify({ ...ENTRY, ...change }));
    expect(() => decodeEntry(bytes)).toThrow(tidemarkError('data_corrupted'));
  });
});
