import { rmSync, writeFileSync } from 'node:fs';
import type { Authenticator } from '../../../../src/http/access/authenticator';
import { DEFAULTS } from '../../../../src/config/defaults';
import { AccessWorld, ask } from '../../../support/access-world';
import { tidemarkError } from '../../../support/tidemark-error';
import { until } from '../../../support/until';

describe('An authenticator and its files', () => {
  let world: AccessWorld;
  beforeEach(async () => {
    world = await AccessWorld.start();
  });
  afterEach(() => world.end());

  it('the authenticator uses a changed access file within seconds, or at once on reload', async () => {
    const scopesIn = async (authenticator: Authenticator): Promise<unknown> => {
      const token = await world.token();
      return [...(await ask(authenticator, token)).scopes];
    };
    const granting = (...scopes: string[]): object => ({
      issuers: [world.trusted()],
      callers: { someone: { scopes } },
    });
    const authenticator = await world.open(granting('counts:read'));
    expect(await scopesIn(authenticator)).toEqual(['counts:read']);
    world.write(granting('caps:check'));
    expect(await scopesIn(authenticator)).toEqual(['counts:read']);
    await world.clock.advance(DEFAULTS.access.pollMs);
    expect(await scopesIn(authenticator)).toEqual(['caps:check']);
    world.write(granting());
    authenticator.reload();
    expect(await scopesIn(authenticator)).toEqual([]);
    world.write({ ...granting(), limits: { requestsPerSecond: 3 } });
    authenticator.reload();
    expect(authenticator.limitsOf('someone')).toEqual({ requestsPerSecond: 3 });
  });

  it('the authenticator rejects cached tokens of an issuer that was removed', async () => {
    const authenticator = await world.open();
    const token = await world.token();
    await ask(authenticator, token);
    world.write({
      issuers: [{ issuer: 'https://id.example.com', audiences: ['tidemark'], jwksUri: world.issuer.jwksUri }],
    });
    authenticator.reload();
    await expect(ask(authenticator, token)).rejects.toThrow('the issuer of the token is not trusted');
  });

  it('the authenticator verifies a token again if the file changes during the verification', async () => {
    const { jwksUri } = world.issuer;
    const authenticator = await world.open({ issuers: [world.trusted({ jwksUri })] });
    const token = await world.token();
    const resume = world.issuer.pause();
    const early = ask(authenticator, token);
    await until(() => world.issuer.requests === 1);
    world.write({ issuers: [world.trusted({ jwksUri, audiences: ['other'] })] });
    authenticator.reload();
    resume();
    await expect(early).rejects.toThrow('the token is for another audience');
    await expect(ask(authenticator, token)).rejects.toThrow('the token is for another audience');
  });

  it('an issuer name of the previous file is not mistaken for one of the current file', async () => {
    const { jwksUri } = world.issuer;
    const authenticator = await world.open({ issuers: [world.trusted({ jwksUri })] });
    const token = await world.token({ sub: 'b:root' });
    const resume = world.issuer.pause();
    const early = ask(authenticator, token);
    await until(() => world.issuer.requests === 1);
    world.write({
      issuers: [
        world.trusted({ jwksUri, callerPrefix: 'a:' }),
        { issuer: 'b', audiences: ['tidemark'], jwksUri, callerPrefix: 'b:' },
      ],
      callers: { 'b:root': { scopes: ['objects:write'] } },
    });
    authenticator.reload();
    resume();
    expect(await early).toMatchObject({ id: 'a:b:root', scopes: new Set() });
  });

  it('a change that does not concern keys fetches no keys', async () => {
    const authenticator = await world.open();
    await authenticator.warmUp();
    world.write({ issuers: [world.trusted({ audiences: ['other'] })] });
    await world.clock.advance(DEFAULTS.access.pollMs);
    await expect(ask(authenticator, await world.token())).rejects.toThrow(
      'the token is for another audience',
    );
    expect(world.issuer.requests).toBe(2);
  });

  it('the authenticator keeps the previous version of an invalid file, reports the error, and recovers', async () => {
    const authenticator = await world.open();
    for (const [text, field] of [
      ['{', 'TIDEMARK_ACCESS_FILE'],
      ['{"issuers":[],"x":1}', 'x'],
    ] as const) {
      writeFileSync(world.fileOf(), text);
      authenticator.reload();
      expect(world.log.lines().at(-1)).toMatchObject({ level: 'error', field });
      expect(await ask(authenticator, await world.token())).toHaveProperty('id', 'someone');
    }
    expect(await world.metrics.prometheus()).toMatch(/^tidemark_access_file_invalid(\{.*\})? 1$/m);
    world.write({ issuers: [world.trusted()] });
    authenticator.reload();
    expect(await world.metrics.prometheus()).toMatch(/^tidemark_access_file_invalid(\{.*\})? 0$/m);
  });

  it('the authenticator does not start with an invalid file, and names the invalid field', async () => {
    await expect(world.open({ issuers: [world.trusted({ audiences: [] })] })).rejects.toThrow(
      tidemarkError('invalid_argument', 'issuers[0].audiences'),
    );
    rmSync(world.fileOf());
    await expect(world.openAs(world.fileOf('absent.json'))).rejects.toThrow(
      tidemarkError('invalid_argument', 'TIDEMARK_ACCESS_FILE'),
    );
    expect(world.clock.pending).toBe(0);
  });

  it('the authenticator reads keys from a file, follows its changes, and sends no requests', async () => {
    world.write(world.issuer.jwks, 'keys.json');
    const authenticator = await world.open({ issuers: [world.trusted({ jwksFile: 'keys.json' })] });
    authenticator.checkReady();
    expect(await ask(authenticator, await world.token())).toHaveProperty('id', 'someone');
    const next = await world.issuer.newKey();
    const token = await world.token({}, { key: next });
    await expect(ask(authenticator, token)).rejects.toThrow('the issuer has no such key as the token names');
    world.write({ keys: [next.publicJwk] }, 'keys.json');
    await world.clock.advance(DEFAULTS.access.pollMs);
    expect(await ask(authenticator, token)).toHaveProperty('id', 'someone');
    writeFileSync(world.fileOf('keys.json'), '{');
    authenticator.reload();
    expect(await ask(authenticator, token)).toHaveProperty('id', 'someone');
    expect(world.log.lines().at(-1)).toMatchObject({ level: 'error' });
    expect(world.issuer.requests).toBe(0);
  });

  it('the authenticator does not start with an invalid key file, such as one with private keys', async () => {
    const jwksFile = 'keys.json';
    const document = { issuers: [world.trusted({ jwksFile })] };
    const named = tidemarkError('invalid_argument', 'issuers[0].jwksFile');
    await expect(world.open(document)).rejects.toThrow(named);
    world.write({ keys: [{ ...world.issuer.key.publicJwk, d: 'AA' }] }, jwksFile);
    await expect(world.open(document)).rejects.toThrow(named);
    expect(world.clock.pending).toBe(0);
  });

  it('an invalid file leaves no watcher behind', async () => {
    const authenticator = await world.open();
    world.write(world.issuer.jwks, 'keys.json');
    const [good, bad] = ['keys.json', 'absent.json'].map((jwksFile, n) => ({
      issuer: `issuer-${n}`,
      audiences: ['tidemark'],
      callerPrefix: `${n}:`,
      jwksFile,
    }));
    world.write({ issuers: [good, bad] });
    authenticator.reload();
    expect(world.log.lines().at(-1)).toMatchObject({ level: 'error', field: 'issuers[1].jwksFile' });
    authenticator.stop();
    // A fetch that is given up takes its timer with it.
    await until(() => world.clock.pending === 0, 5_000);
  });

  it.each(['by polling', 'on reload'])(
    'a file with an invalid key file is rejected as a whole, and accepted once the key file is fixed: %s',
    async (when) => {
      const authenticator = await world.open({ issuers: [world.trusted()] });
      world.write({
        issuers: [world.trusted({ jwksFile: 'keys.json' })],
        callers: { someone: { scopes: ['caps:check'] } },
      });
      await world.clock.advance(3 * DEFAULTS.access.pollMs);
      expect((await ask(authenticator, await world.token())).scopes).toEqual(new Set());
      expect(world.log.lines().filter(({ msg }) => String(msg).includes('invalid access file'))).toHaveLength(
        1,
      );
      world.write(world.issuer.jwks, 'keys.json');
      if (when === 'on reload') authenticator.reload();
      else await world.clock.advance(DEFAULTS.access.pollMs);
      expect((await ask(authenticator, await world.token())).scopes).toEqual(new Set(['caps:check']));
    },
  );
});
