import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { TokenMac } from '../../../../src/core/tokens/token-mac';

const bytes = (maxLength: number): fc.Arbitrary<Buffer> =>
  fc.uint8Array({ maxLength }).map((each) => Buffer.from(each));

describe('the signature of tokens', () => {
  it("equals Node's HMAC-SHA256 for any secret and text", () => {
    const property = fc.property(bytes(200), bytes(500), (secret, text) => {
      expect(new TokenMac(secret).of(text)).toEqual(createHmac('sha256', secret).update(text).digest());
    });
    fc.assert(property);
  });

  it.each([63, 64, 65])("equals Node's HMAC-SHA256 for a secret of %i bytes", (length) => {
    const secret = Buffer.alloc(length, 0xa5);
    const mac = new TokenMac(secret);
    for (const text of ['', 'one', 'another']) {
      const expected = createHmac('sha256', secret).update(text).digest();
      expect(mac.of(Buffer.from(text))).toEqual(expected);
    }
  });
});
