import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { SCOPES } from '../../../../src/core/access/scopes';
import { TidemarkError } from '../../../../src/errors';
import { ALGORITHMS, parseAccess, readAccessFile } from '../../../../src/http/access/access-file';
import { tidemarkError } from '../../../support/tidemark-error';

const FOLDER = join(__dirname, '../../../../infra/examples/access');
const example = JSON.parse(readFileSync(join(FOLDER, 'example.json'), 'utf8')) as object;
const schema = JSON.parse(readFileSync(join(FOLDER, 'access.schema.json'), 'utf8')) as Schema;

interface Schema {
  readonly definitions: Record<
    string,
    { readonly enum: unknown; readonly properties: Record<string, unknown> }
  >;
}

const ISSUER = { issuer: 'https://id.example.com', audiences: ['tidemark'] };
const parse = (document: object): ReturnType<typeof parseAccess> => parseAccess(document, '/etc/tidemark');

/** A document with one issuer that has these fields besides. */
const withIssuer = (over: object): object => ({ issuers: [{ ...ISSUER, ...over }] });
const withCaller = (caller: unknown, id = 'ads'): object => ({
  issuers: [ISSUER],
  callers: { [id]: caller },
});

describe('An access file', () => {
  it('an issuer and an audience are enough', () => {
    const { issuers, callers, limits } = parse({ issuers: [ISSUER] });
    expect(issuers).toEqual([
      {
        ...ISSUER,
        algorithms: ['RS256', 'ES256', 'EdDSA', 'PS256'],
        accessTokensOnly: false,
        keys: { kind: 'discovery' },
        callerClaim: 'sub',
        callerPrefix: '',
      },
    ]);
    expect([callers.size, limits]).toEqual([0, {}]);
  });

  it('keys are found by discovery, by a URL, or in a file relative to the folder of the access file', () => {
    const keysOf = (over: object): unknown => parse(withIssuer(over)).issuers[0]?.keys;
    expect(keysOf({ jwksUri: 'https://id.example.com/keys' })).toEqual({
      kind: 'uri',
      uri: 'https://id.example.com/keys',
    });
    expect(keysOf({ jwksFile: 'keys.json' })).toEqual({ kind: 'file', file: '/etc/tidemark/keys.json' });
    expect(keysOf({ jwksFile: '/run/keys.json' })).toEqual({ kind: 'file', file: '/run/keys.json' });
  });

  it('an issuer on a loopback address needs no TLS', () => {
    for (const issuer of ['http://127.0.0.1:9000', 'http://localhost:9000/realms/x', 'http://[::1]:9000'])
      expect(parse(withIssuer({ issuer })).issuers[0]?.issuer).toBe(issuer);
  });

  it('the general limits apply to a caller without its own limit of that kind', () => {
    const limits = { requestsPerSecond: 100, burst: 200, requestsInFlightMax: 10 };
    const limitsOf = (own: object | undefined): unknown =>
      parse({
        issuers: [ISSUER],
        limits,
        callers: { ads: own === undefined ? {} : { limits: own } },
      }).callers.get('ads')?.limits;
    expect(limitsOf(undefined)).toEqual(limits);
    expect(limitsOf({ requestsInFlightMax: 3 })).toEqual({ ...limits, requestsInFlightMax: 3 });
    // A rate of one's own does not go with the burst of another.
    expect(limitsOf({ requestsPerSecond: 5 })).toEqual({ requestsPerSecond: 5, requestsInFlightMax: 10 });
  });

  it.each([
    ['issuers', {}],
    ['issuers', { issuers: [] }],
    ['issuer', { issuers: [ISSUER], issuer: 'a' }],
    ['issuers[0].audiences', { issuers: [{ issuer: 'https://id.example.com' }] }],
    ['issuers[0].audiences', withIssuer({ audiences: [] })],
    ['issuers[0].audiences[1]', withIssuer({ audiences: ['a', ''] })],
    ['issuers[0].audience', withIssuer({ audience: 'tidemark' })],
    ['issuers[0].issuer', withIssuer({ issuer: 'http://id.example.com' })],
    ['issuers[0].issuer', withIssuer({ issuer: 'id.example.com' })],
    ['issuers[0].issuer', withIssuer({ issuer: 'https://id.example.com?tenant=a' })],
    ['issuers[0].issuer', withIssuer({ issuer: 'https://id.example.com?' })],
    ['issuers[0].issuer', withIssuer({ issuer: 'http://localhost.example.com' })],
    ['issuers[0].jwksUri', withIssuer({ jwksUri: 'https://name@id.example.com/keys' })],
    ['issuers[0].jwksUri', withIssuer({ jwksUri: 'https://:password@id.example.com/keys' })],
    ['issuers[0].jwksUri', withIssuer({ jwksUri: 'http://id.example.com/keys' })],
    ['issuers[0].jwksUri', withIssuer({ jwksUri: 'https://a/keys', jwksFile: 'keys.json' })],
    ['issuers[0].algorithms', withIssuer({ algorithms: [] })],
    ['issuers[0].accessTokensOnly', withIssuer({ accessTokensOnly: 'yes' })],
    ['issuers[0].tokenAgeMaxSeconds', withIssuer({ tokenAgeMaxSeconds: 0 })],
    ['issuers[0].algorithms[0]', withIssuer({ algorithms: ['none'] })],
    ['issuers[0].algorithms[1]', withIssuer({ algorithms: ['RS256', 'HS256'] })],
    ['issuers[0].callerClaim', withIssuer({ callerClaim: '' })],
    ['callers.ads.scopes[0]', withCaller({ scopes: ['counts:write'] })],
    ['callers.ads.scopes', withCaller({ scopes: 'counts:read' })],
    ['callers.ads.groups[0]', withCaller({ groups: ['ads serving'] })],
    ['callers.ads.role', withCaller({ role: 'admin' })],
    ['callers.ads', withCaller([])],
    ['callers.ä', withCaller({}, 'ä')],
    ['limits.requestsPerSecond', { issuers: [ISSUER], limits: { requestsPerSecond: 0 } }],
    ['limits.burst', { issuers: [ISSUER], limits: { burst: 5 } }],
    ['callers.ads.limits.requestsInFlightMax', withCaller({ limits: { requestsInFlightMax: 1.5 } })],
  ])('the parser rejects %s in %j', (field, document) => {
    expect(() => parse(document)).toThrow(tidemarkError('invalid_argument', field));
  });

  it('the error for an unknown scope suggests the nearest one', () => {
    expect(() => parse(withCaller({ scopes: ['count:read'] }))).toThrow(/did you mean "counts:read"/);
  });

  it('callers of several issuers have distinct ids, whatever names the issuers give them', () => {
    const two = (a: string | undefined, b: string | undefined): object => ({
      issuers: [a, b].map((callerPrefix, index) => ({
        ...ISSUER,
        issuer: `https://id-${index}.example.com`,
        ...(callerPrefix !== undefined && { callerPrefix }),
      })),
    });
    expect(parse(two('a:', 'b:')).issuers).toHaveLength(2);
    for (const [a, b] of [
      [undefined, undefined],
      [undefined, 'b:'],
      ['a:', undefined],
      ['a', 'a/b'],
      ['a/b', 'a'],
    ])
      expect(() => parse(two(a, b))).toThrow(tidemarkError('invalid_argument', 'issuers[1].callerPrefix'));
  });

  it('an issuer is listed once, and each caller must match the prefix of an issuer', () => {
    expect(() => parse({ issuers: [ISSUER, { ...ISSUER, callerPrefix: 'b:' }] })).toThrow(
      tidemarkError('invalid_argument', 'issuers[1].issuer'),
    );
    const prefixed = { issuers: [{ ...ISSUER, callerPrefix: 'a:' }] };
    expect(parse({ ...prefixed, callers: { 'a:ads': {} } }).callers.has('a:ads')).toBe(true);
    expect(() => parse({ ...prefixed, callers: { ads: {} } })).toThrow(
      tidemarkError('invalid_argument', 'callers.ads'),
    );
  });

  it('an error names the access file', () => {
    const read = (text: string): unknown => readAccessFile({ text }, '/etc/tidemark/access.json');
    const failureOf = (run: () => unknown): string => {
      try {
        run();
      } catch (error) {
        if (error instanceof TidemarkError) return `${error.code} ${error.field}: ${error.message}`;
      }
      throw new Error('was accepted');
    };
    expect(failureOf(() => read('{"issuers": []}'))).toBe(
      'invalid_argument issuers: must have 1 or more entries (/etc/tidemark/access.json)',
    );
    expect(failureOf(() => read('{'))).toMatch(
      /^invalid_argument TIDEMARK_ACCESS_FILE: is not JSON: .*access\.json\)$/,
    );
    const failure = new Error('ENOENT: no such file');
    expect(failureOf(() => readAccessFile({ failure }, 'access.json'))).toBe(
      'invalid_argument TIDEMARK_ACCESS_FILE: cannot be read: ENOENT: no such file (access.json)',
    );
  });
});

describe('infra/examples/access', () => {
  const accepts = new Ajv({ strictTypes: false }).compile(schema);

  it('the example passes parser and schema, and its groups are those of the DataTypes', () => {
    accepts(example);
    expect(accepts.errors).toBeNull();
    const { callers } = parse(example);
    const known = new Set(
      loadSchema()
        .corpora()
        .flatMap(({ dataTypes }) => dataTypes.flatMap(({ readers, writers }) => [...readers, ...writers])),
    );
    const groups = [...callers.values()].flatMap((caller) => caller.groups);
    expect(groups.filter((group) => !known.has(group))).toEqual([]);
    expect(groups.length).toBeGreaterThan(2);
  });

  it('docs/security.md quotes the example exactly', () => {
    const doc = readFileSync(join(FOLDER, '../../../docs/security.md'), 'utf8');
    const shown = [...doc.matchAll(/```json\n(\{[^`]*"issuers"[^`]*)```/g)].map(
      ([, text]) => JSON.parse(text!) as object,
    );
    expect(shown).toHaveLength(1);
    expect(parse(shown[0]!).callers.size).toBe(1);
    expect(accepts(shown[0])).toBe(true);
  });

  it('the schema lists all scopes and algorithms', () => {
    const { scope, issuer } = schema.definitions;
    expect(scope?.enum).toEqual(SCOPES);
    expect(issuer?.properties['algorithms']).toMatchObject({ items: { enum: ALGORITHMS } });
  });

  /** Errors that only the parser can detect: insecure URLs, and relations between fields. */
  const BEYOND_THE_SCHEMA =
    /must be an https|must distinguish its callers|is listed twice|must begin with the callerPrefix/;
  const VALUES = [undefined, null, true, 0, 1, 1.5, -1, '', 'a', 'ES256', 'counts:read', [], ['a'], {}];

  it('the schema and the parser accept the same documents, whatever value is in whatever place', () => {
    let refused = 0;
    for (const path of pathsIn(example)) {
      for (const value of VALUES) {
        for (const document of [changed(path, value), changed([...path.slice(0, -1), 'another'], value)]) {
          const said = refusal(document);
          if (BEYOND_THE_SCHEMA.test(said)) continue;
          const valid = accepts(document);
          if (valid !== (said === 'accepted')) throw new Error(`${JSON.stringify(document)}\n${said}`);
          if (!valid) refused++;
        }
      }
    }
    expect(refused).toBeGreaterThan(300);
  });
});

function refusal(document: object): string {
  try {
    parse(document);
    return 'accepted';
  } catch (error) {
    if (error instanceof TidemarkError && error.code === 'invalid_argument') return error.message;
    throw error;
  }
}

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, each]) =>
          pathsIn(each, [...path, Array.isArray(value) ? Number(key) : key]),
        )
      : [];
  return path.length === 0 ? inside : [path, ...inside];
}

/** The example with another value at the path; without any where it is undefined. */
function changed(path: Path, value: unknown): object {
  const document = structuredClone(example);
  const parent = path
    .slice(0, -1)
    .reduce((at, key) => (at as Record<string, unknown>)[key], document as unknown);
  const last = path.at(-1)!;
  if (value !== undefined) (parent as Record<string, unknown>)[last] = value;
  else if (Array.isArray(parent) && typeof last === 'number') parent.splice(last, 1);
  else delete (parent as Record<string, unknown>)[last];
  return document;
}
