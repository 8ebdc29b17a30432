import { createCipheriv, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { ROW_ID_BYTES, RowCipher } from '../../../../src/core/tokens/row-cipher';

const SECRET = Buffer.alloc(32, 'secret');

describe('the names of rows in tokens', () => {
  const rows = fc
    .array(fc.uint8Array({ minLength: ROW_ID_BYTES, maxLength: ROW_ID_BYTES }), { maxLength: 40 })
    .map((ids) => Buffer.concat(ids));

  it('decrypt to the row ids under the same key, one token after the other', () => {
    const names = new RowCipher(SECRET);
    const property = fc.property(rows, (ids) => {
      expect(names.decrypt(names.encrypt(ids))).toEqual(ids);
    });
    fc.assert(property);
  });

  it('are the AES-256 of the hash, under a key derived from the secret', () => {
    const id = Buffer.alloc(ROW_ID_BYTES, 7);
    const key = createHmac('sha256', SECRET).update('tidemark row names\0').digest();
    const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
    const names = new RowCipher(SECRET);
    names.encrypt(Buffer.alloc(3 * ROW_ID_BYTES, 9));
    expect(names.encrypt(id)).toEqual(cipher.update(id));
  });

  it('are not created from a partial id, which does not affect the next token', () => {
    const names = new RowCipher(SECRET);
    const id = Buffer.alloc(ROW_ID_BYTES, 7);
    const name = names.encrypt(id);
    expect(() => names.encrypt(Buffer.alloc(8))).toThrow('16 bytes each');
    expect(() => names.decrypt(Buffer.alloc(8))).toThrow('16 bytes each');
    expect(names.encrypt(id)).toEqual(name);
    expect(names.decrypt(name)).toEqual(id);
  });
});
