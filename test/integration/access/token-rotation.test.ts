import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { keysCommand } from '../../../src/cli/keys/keys';
import { parseTokenKeys } from '../../../src/core/tokens/token-keys';
import { startLocalBigtable, type LocalBigtable } from '../../../src/local-bigtable/index';
import { loadTopology } from '../../../src/routing/topology/topology-file';
import { send, type Answer } from '../../support/http-server';
import { runCommand } from '../../support/run-command';
import { applySchema, startApp, type RunningApp } from '../../support/running-app';
import { until } from '../../support/until';

const PATH = '/v1/corpora/users/objects/rotation/profile/main';
const HEADERS = { 'content-type': 'application/json' };
const SECRET_BYTES = 32;
const TOPOLOGY = join(__dirname, '../../../infra/examples/topologies/two-clusters.json');
/** Lifetime of tokens whose expiry the test waits for. */
const SHORT_LIFETIME_MS = 1_000;
const LIFETIME_MS = 3_600_000;
/** Pause of each client between two tokens. */
const PAUSE_MS = 10;

interface Server extends RunningApp {
  /** Gives it these keys, as a mounted secret is exchanged. */
  give(keys: string): Promise<void>;
  /** The metric's samples. */
  keys(): Promise<readonly string[]>;
}

describe('A rotation of the keys that sign tokens', () => {
  let folder: string;
  let store: LocalBigtable;
  let a: Server;
  let b: Server;
  const servers: Server[] = [];

  beforeAll(async () => {
    store = await startLocalBigtable({ host: '127.0.0.1', port: 0, topology: loadTopology(TOPOLOGY) });
    await applySchema(store.endpoint, { project: 'p', instance: 'demo' });
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-rotation-'));
    const first = await keys('new');
    [a, b] = [await serverWith('a', first), await serverWith('b', first)];
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map(({ app }) => app.drain()));
    rmSync(folder, { recursive: true, force: true });
  });

  /** The text that the command prints, made of the text before. */
  async function keys(step: string, before?: string, ...args: string[]): Promise<string> {
    const file = join(folder, 'before');
    if (before !== undefined) writeFileSync(file, before);
    const from = before === undefined ? [] : ['--file', file];
    const { ended, stdout, stderr } = await runCommand(keysCommand(), [step, ...args, ...from], {
      env: {},
      cwd: folder,
    });
    if (ended !== 0) throw new Error(stderr);
    return stdout.trim();
  }

  async function serverWith(name: string, text: string, lifetimeMs = LIFETIME_MS): Promise<Server> {
    const file = join(folder, name);
    writeFileSync(file, `${text}\n`);
    const running = await startApp({
      BIGTABLE_EMULATOR_HOST: store.endpoint,
      TIDEMARK_TOPOLOGY: TOPOLOGY,
      TIDEMARK_TOKEN_KEYS_FILE: file,
      TIDEMARK_TOKEN_LIFETIME_MS: String(lifetimeMs),
    });
    const server: Server = {
      ...running,
      async give(next) {
        writeFileSync(file, `${next}\n`);
        running.app.reload();
      },
      async keys() {
        const text = await running.app.metrics();
        return [...text.matchAll(/^tidemark_tokens_keys\{(.*)\} 1$/gm)].map((match) => match[1]!).sort();
      },
    };
    servers.push(server);
    return server;
  }

  const put = async (server: Server): Promise<string> => {
    const answer = await send(server.port, { method: 'PUT', path: PATH, body: '{}', headers: HEADERS });
    if (answer.status !== 200) throw new Error(answer.body.toString());
    return answer.json['token'] as string;
  };
  const get = (server: Server, token: string): Promise<Answer> =>
    send(server.port, { path: PATH, headers: { 'tidemark-token': token } });
  const codeOf = async (server: Server, token: string): Promise<unknown> => {
    const answer = await get(server, token);
    return answer.status === 200 ? 'taken' : answer.json['code'];
  };
  /** Each client writes at one server and reads at the other one with the token, about a hundred times per second. */
  function load(): {
    readonly refused: unknown[];
    sent(count: number): Promise<void>;
    stop(): Promise<void>;
  } {
    const refused: unknown[] = [];
    let [count, over] = [0, false];
    const run = async (writer: Server, reader: Server): Promise<void> => {
      while (!over) {
        const fromMs = Date.now();
        const code = await codeOf(reader, await put(writer));
        const hasEnded = code === 'token_expired' && Date.now() - fromMs > SHORT_LIFETIME_MS;
        if (code !== 'taken' && !hasEnded) refused.push(code);
        count += 1;
        await setTimeout(PAUSE_MS);
      }
    };
    const runs = Promise.all([run(a, b), run(b, a), run(a, a), run(b, b)]);
    return {
      refused,
      async sent(more) {
        const from = count;
        await until(() => count >= from + more);
      },
      async stop() {
        over = true;
        await runs;
      },
    };
  }

  it('no token is rejected if servers are updated one by one, step by step', async () => {
    const first = `1:${Buffer.alloc(SECRET_BYTES, 1).toString('base64url')}`;
    await Promise.all(servers.splice(0).map(({ app }) => app.drain()));
    a = await serverWith('a', first, SHORT_LIFETIME_MS);
    b = await serverWith('b', first, SHORT_LIFETIME_MS);
    const traffic = load();
    const roll = async (text: string): Promise<void> => {
      for (const server of [a, b]) {
        await server.give(text);
        await traffic.sent(12);
      }
    };
    const both = await keys('add', first);
    await roll(both);
    const known = ['key_id="1",use="signing"', 'key_id="2",use="verifying"'];
    expect([await a.keys(), await b.keys()]).toEqual([known, known]);
    const promoted = await keys('promote', both, '2');
    const [last] = [await put(a), await roll(promoted)];
    const signs = ['key_id="1",use="verifying"', 'key_id="2",use="signing"'];
    expect([await a.keys(), await b.keys()]).toEqual([signs, signs]);
    // All tokens of the old key have expired, so no caller needs it.
    await until(async () => (await codeOf(b, last)) === 'token_expired');
    await roll(await keys('remove', promoted, '1'));
    expect([await a.keys(), await b.keys()]).toEqual([
      ['key_id="2",use="signing"'],
      ['key_id="2",use="signing"'],
    ]);
    await traffic.stop();
    expect(traffic.refused).toEqual([]);
    const metrics = await a.app.metrics();
    expect(metrics).toMatch(/^tidemark_tokens_rejected_total\{reason="token_invalid"\} 0$/m);
  });

  it('tokens are rejected if a key signs before all servers have loaded it', async () => {
    const first = `1:${Buffer.alloc(SECRET_BYTES, 1).toString('base64url')}`;
    await Promise.all([a.give(first), b.give(first)]);
    await a.give(await keys('promote', await keys('add', first), '2'));
    expect(await codeOf(b, await put(a))).toBe('token_invalid');
    expect(await b.app.metrics()).toMatch(/^tidemark_tokens_rejected_total\{reason="token_invalid"\} 1$/m);
  });

  it('tokens are rejected if a key is removed before its tokens have expired', async () => {
    const first = `1:${Buffer.alloc(SECRET_BYTES, 1).toString('base64url')}`;
    await Promise.all([a.give(first), b.give(first)]);
    const promoted = await keys('promote', await keys('add', first), '2');
    const removed = await keys('remove', promoted, '1');
    const token = await put(a);
    await b.give(removed);
    expect(await codeOf(b, token)).toBe('token_invalid');
    expect(await codeOf(a, token)).toBe('taken');
  });

  it('an invalid file leaves the previous keys in use, and its contents are not logged', async () => {
    const token = await put(a);
    const good = (await a.keys()).join();
    const secret = 'dGhpcy1zZWNyZXQ';
    for (const bad of [
      '',
      `1:${secret}`,
      `nonsense ${secret}`,
      `1:${secret}${secret},1:${secret}${secret}`,
    ]) {
      await a.give(bad);
      expect((await a.keys()).join()).toBe(good);
    }
    expect(await codeOf(a, token)).toBe('taken');
    const refusals = a.logLines().filter(({ msg }) => /^the token key file is invalid/.test(String(msg)));
    expect(refusals.length).toBeGreaterThanOrEqual(4);
    expect(refusals[0]).toMatchObject({
      level: 'error',
      msg: 'the token key file is invalid: the previous keys stay in use',
      err: { field: 'TIDEMARK_TOKEN_KEYS_FILE' },
      signing: 1,
    });
    expect(JSON.stringify(a.logLines())).not.toContain(secret);
    // The age of the keys shows that an old file is in use.
    expect(await a.app.metrics()).toMatch(/^tidemark_tokens_keys_age_seconds [\d.e-]+$/m);
  });

  it('a server does not start with an invalid file', async () => {
    await expect(serverWith('c', '1:short')).rejects.toMatchObject({
      code: 'invalid_argument',
      field: 'TIDEMARK_TOKEN_KEYS_FILE',
    });
  });

  it('a key can have 32 random bytes', async () => {
    const [text, other] = [await keys('new'), await keys('new')];
    expect(parseTokenKeys(text, 'keys')[0]).toMatchObject({ id: 1 });
    expect(parseTokenKeys(text, 'keys')[0].secret).toHaveLength(SECRET_BYTES);
    expect(text).not.toBe(other);
  });

  it('the key in use is observable without its secret', async () => {
    const text = await keys('add', await keys('new'));
    const [shown, json] = [await keys('show', text), await keys('show', text, '--json')];
    expect(shown).toMatch(
      /^key +role +fingerprint +bytes\n[- ]+\n1 +signing +[0-9a-f]{16} +32\n2 +verifying/,
    );
    expect(JSON.parse(json)).toMatchObject({ signing: 1, known: [{ id: 1 }, { id: 2, role: 'verifying' }] });
    for (const { secret } of parseTokenKeys(text, 'keys'))
      expect(shown + json).not.toContain(secret.toString('base64url'));
  });

  it('unsafe changes of keys are rejected', async () => {
    const text = await keys('add', await keys('new'));
    await expect(keys('remove', text, '1')).rejects.toThrow(
      /id: key 1 is the signing key: promote another key first/,
    );
    await expect(keys('add', text, '--id', '2')).rejects.toThrow(/id: key 2 already exists/);
    await expect(keys('promote', text, '7')).rejects.toThrow(/key 7 does not exist; existing keys: 1, 2/);
    await expect(keys('show', 'nonsense')).rejects.toThrow(/before: key 1 is not/);
  });
});
