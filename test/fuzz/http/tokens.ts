/** Valid and invalid JSON Web Tokens, signed by hand because libraries refuse to create most of them. */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Random } from '../../../src/platform/random';
import { below, chance, pick, weighted } from '../values/choose';
import { hostileText, INHERITED_NAMES } from '../values/hostile-values';
import { toTree, writeTree } from '../values/json-tree';
import { mutateBytes, noise } from '../values/mutate-bytes';
import { mutateJson } from '../values/mutate-json';

export const ISSUER = 'https://issuer.fuzz.example';
export const AUDIENCE = 'tidemark';
export const CALLER = 'someone';
const KEY_ID = 'key-1';
const HOUR = 3_600;

export interface RandomToken {
  /** Value of the header `authorization`. */
  readonly authorization: string;
  readonly kind: string;
}

/** Creates tokens of an issuer that has one key. */
export class TokenMaker {
  readonly #key: KeyObject;
  readonly #otherKey: KeyObject;
  /** Contents of a key file. */
  readonly jwks: { readonly keys: readonly object[] };
  readonly #publicPem: string;

  constructor() {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = pair.privateKey;
    this.#otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    this.#publicPem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const jwk = pair.publicKey.export({ format: 'jwk' });
    this.jwks = { keys: [{ ...jwk, kid: KEY_ID, alg: 'ES256', use: 'sig' }] };
  }

  /** Returns a valid token. */
  right(): string {
    return `Bearer ${this.#signed(HEADER, claims())}`;
  }

  /** Returns an invalid token and the reason. */
  wrong(random: Random): RandomToken {
    const [kind, token] = pick(random, this.#variants(random));
    return {
      kind,
      authorization: `${pick(random, ['Bearer', 'Bearer', 'Bearer', 'bearer', 'BEARER'])} ${token()}`,
    };
  }

  /** Returns a malformed header. */
  broken(random: Random): RandomToken {
    const authorization = weighted(random, [
      [2, () => `Bearer ${hostileText(random)}`],
      [1, () => `Basic ${noise(random).toString('base64')}`],
      [1, () => `Bearer ${'a.'.repeat(below(random, 2_000))}`],
      [1, () => `Bearer ${['', '', ''].map(() => noise(random).toString('base64url')).join('.')}`],
      [1, () => hostileText(random)],
      [1, () => `Bearer  ${'x'.repeat(10_000)}`],
    ]);
    return { kind: 'broken header', authorization: authorization.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?') };
  }

  #variants(random: Random): readonly (readonly [kind: string, token: () => string])[] {
    const now = Math.floor(Date.now() / 1_000);
    const signed = (header: object, payload: object, key = this.#key): string =>
      this.#signed(header, payload, key);
    const [head, body, signature] = signed(HEADER, claims()).split('.') as [string, string, string];
    return [
      [
        'alg none',
        () => `${encoded({ ...HEADER, alg: pick(random, ['none', 'None', 'nOnE', '']) })}.${body}.`,
      ],
      ['alg none, signed', () => `${encoded({ ...HEADER, alg: 'none' })}.${body}.${signature}`],
      ['HMAC by the public key', () => this.#hmac(random)],
      [
        'other algorithm',
        () =>
          signed(
            { ...HEADER, alg: pick(random, ['RS256', 'ES384', 'EdDSA', 'ES256K', 'PS256', 'X', 1]) },
            claims(),
          ),
      ],
      ['other key', () => signed(HEADER, claims(), this.#otherKey)],
      [
        'unknown key id',
        () =>
          signed(
            { ...HEADER, kid: pick(random, [...INHERITED_NAMES, hostileText(random), 'key-2']) },
            claims(),
            this.#otherKey,
          ),
      ],
      ['embedded key', () => this.#embedded()],
      [
        'key by URL',
        () =>
          signed(
            { ...HEADER, jku: 'http://127.0.0.1:1/', x5u: 'http://127.0.0.1:1/' },
            claims(),
            this.#otherKey,
          ),
      ],
      ['critical header', () => signed({ ...HEADER, crit: ['x'], x: 1 }, claims())],
      ['unencoded payload', () => signed({ ...HEADER, b64: false, crit: ['b64'] }, claims())],
      ['expired', () => signed(HEADER, claims({ exp: now - HOUR }))],
      ['not yet valid', () => signed(HEADER, claims({ nbf: now + HOUR }))],
      ['issued in the future', () => signed(HEADER, claims({ iat: now + HOUR }))],
      [
        'odd expiry',
        () =>
          signed(
            HEADER,
            claims({ exp: pick<unknown>(random, [null, '9999999999', -1, true, {}, [now + HOUR]]) }),
          ),
      ],
      [
        'other issuer',
        () =>
          signed(
            HEADER,
            claims({
              iss: pick<unknown>(random, [
                'https://evil.example',
                `${ISSUER}/`,
                null,
                1,
                [ISSUER],
                '__proto__',
              ]),
            }),
          ),
      ],
      [
        'other audience',
        () => signed(HEADER, claims({ aud: pick<unknown>(random, ['other', ['other'], null, {}, [], 1]) })),
      ],
      [
        'no caller',
        () =>
          signed(HEADER, claims({ sub: pick<unknown>(random, [undefined, null, 1, '', {}, '\0', ' x\n']) })),
      ],
      ['other signature', () => `${head}.${body}.${mutated(signature, random)}`],
      ['other payload', () => `${head}.${encoded(claims({ sub: 'another' }))}.${signature}`],
      [
        'payload that is not an object',
        () => this.#signedText(pick(random, ['null', '[]', '"x"', '1', '', '{', '{"iss":'])),
      ],
      [
        'doubled claims',
        () =>
          this.#signedText(
            `{"iss":"${ISSUER}","iss":"https://evil.example","aud":"tidemark","sub":"x","exp":${now + HOUR}}`,
          ),
      ],
      [
        'mutated claims, other key',
        () => this.#signedText(writeTree(mutateJson(toTree(claims()), random)), this.#otherKey),
      ],
      ['two parts', () => `${head}.${body}`],
      ['five parts', () => `${head}.${body}.${signature}.${body}.${signature}`],
      [
        'DER signature',
        () =>
          `${head}.${body}.${sign('sha256', Buffer.from(`${head}.${body}`), this.#key).toString('base64url')}`,
      ],
      ['empty signature', () => `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`],
    ];
  }

  #embedded(): string {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = pair.publicKey.export({ format: 'jwk' });
    return this.#signed({ ...HEADER, jwk }, claims(), pair.privateKey);
  }

  #hmac(random: Random): string {
    const text = `${encoded({ ...HEADER, alg: 'HS256' })}.${encoded(claims())}`;
    const secret = chance(random, 0.5) ? this.#publicPem : JSON.stringify(this.jwks.keys[0]);
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  }

  #signed(header: object, payload: object, key = this.#key): string {
    return this.#signedText(JSON.stringify(payload), key, header);
  }

  #signedText(payload: string, key = this.#key, header: object = HEADER): string {
    const text = `${encoded(header)}.${Buffer.from(payload).toString('base64url')}`;
    return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  }
}

const HEADER = { alg: 'ES256', kid: KEY_ID, typ: 'JWT' };

function claims(over: object = {}): object {
  const now = Math.floor(Date.now() / 1_000);
  return { iss: ISSUER, aud: AUDIENCE, sub: CALLER, iat: now, exp: now + HOUR, ...over };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Changes bytes, instead of only their encoding. */
function mutated(signature: string, random: Random): string {
  const bytes = Buffer.from(signature, 'base64url');
  const other = mutateBytes(bytes, random);
  return other.equals(bytes) ? '' : other.toString('base64url');
}
