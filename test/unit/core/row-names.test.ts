import { createCipheriv, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { ROW_ID_BYTES, RowNames } from '../../../src/core/row-names';

const SECRET = Buffer.alloc(32, 'secret');

describe('The names of rows in tokens', () => {
  const rows = fc
    .array(fc.uint8Array({ minLength: ROW_ID_BYTES, maxLength: ROW_ID_BYTES }), { maxLength: 40 })
    .map((ids) => Buffer.concat(ids));

  it('names under a key give back their rows, one token after the other', () => {
    const names = new RowNames(SECRET);
    const property = fc.property(rows, (ids) => {
      expect(names.rowIdsOf(names.namesOf(ids))).toEqual(ids);
    });
    fc.assert(property);
  });

  it('a name is the AES-256 of the hash alone, under a key derived from the secret', () => {
    const id = Buffer.alloc(ROW_ID_BYTES, 7);
    const key = createHmac('sha256', SECRET).update('tidemark row names\0').digest();
    const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
    const names = new RowNames(SECRET);
    names.namesOf(Buffer.alloc(3 * ROW_ID_BYTES, 9));
    expect(names.namesOf(id)).toEqual(cipher.update(id));
  });

  it('a part of an id is an error, and leaves nothing behind for the next token', () => {
    const names = new RowNames(SECRET);
    const id = Buffer.alloc(ROW_ID_BYTES, 7);
    const name = names.namesOf(id);
    expect(() => names.namesOf(Buffer.alloc(8))).toThrow('16 bytes each');
    expect(() => names.rowIdsOf(Buffer.alloc(8))).toThrow('16 bytes each');
    expect(names.namesOf(id)).toEqual(name);
    expect(names.rowIdsOf(name)).toEqual(id);
  });
});
