import { LedgerKeys } from '../../../../src/core/privacy/ledger-keys';
import { tidemarkError } from '../../../support/tidemark-error';

const [first, second] = [
  { id: 1, secret: Buffer.alloc(32, 1) },
  { id: 2, secret: Buffer.alloc(32, 2) },
];
const ENTRY = 'a'.repeat(32);

describe('Keys of the ledger', () => {
  it('name a subject under the first key, and find it under all', () => {
    const before = new LedgerKeys([first]);
    const rotated = new LedgerKeys([second, first]);
    expect(before.nameOf('ann')).toMatchObject({ keyId: 1 });
    expect(before.nameOf('ann').subject).toMatch(/^[0-9a-f]{64}$/);
    expect(rotated.nameOf('ann').keyId).toBe(2);
    expect(rotated.namesOf('ann')).toContainEqual(before.nameOf('ann'));
    expect(before.nameOf(Buffer.from('ann'))).toEqual(before.nameOf('ann'));
    expect(before.nameOf('bob').subject).not.toBe(before.nameOf('ann').subject);
  });

  it('encrypt the id of a subject, and decrypt it after a rotation', () => {
    const sealed = new LedgerKeys([first]).seal('änn', ENTRY);
    expect(sealed).not.toContain('nn');
    expect(new LedgerKeys([second, first]).open(sealed)).toBe('änn');
    expect(new LedgerKeys([first]).seal('bob', 'b'.repeat(32))).not.toBe(sealed);
  });

  it('reject an id that another key has encrypted', () => {
    const sealed = new LedgerKeys([first]).seal('ann', ENTRY);
    expect(() => new LedgerKeys([second]).open(sealed)).toThrow(tidemarkError('data_corrupted'));
    const imposter = new LedgerKeys([{ id: 1, secret: Buffer.alloc(32, 9) }]);
    expect(() => imposter.open(sealed)).toThrow(tidemarkError('data_corrupted'));
  });
});
