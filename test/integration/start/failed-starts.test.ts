import { Server, ServerCredentials, status, type ServerDuplexStream } from '@grpc/grpc-js';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, type App } from '../../../src/app';
import { loadConfig } from '../../../src/config/index';
import type { ErrorCode } from '../../../src/errors';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { runCli, type CliRun } from '../../support/run-cli';
import { memoryLogger } from '../../support/memory-logger';
import { startStore } from '../../support/running-app';
import { tidemarkError } from '../../support/tidemark-error';
import { VirtualClock } from '../../support/virtual-clock';

/** Longer than any start takes, in milliseconds. */
const PATIENCE_MS = 40_000;
jest.setTimeout(2 * PATIENCE_MS);

/**
 * Starts of services that fail at a late step. The process is not killed: it ends by itself only if no connection, timer or
 * listener is left open.
 */
describe('A start that fails', () => {
  let folder: string;
  let store: LocalBigtable;
  let taken: TcpServer;
  let takenPort: string;
  let pubsub: Server;
  let pubsubHost: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-failed-start-'));
    store = await startStore();
    taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    takenPort = String((taken.address() as AddressInfo).port);
    pubsub = pubsubWithoutAnything();
    pubsubHost = `127.0.0.1:${await bound(pubsub)}`;
  });
  afterAll(async () => {
    taken.close();
    pubsub.forceShutdown();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const env = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    BIGTABLE_EMULATOR_HOST: store.endpoint,
    PUBSUB_EMULATOR_HOST: pubsubHost,
    HOME: folder,
    ...more,
  });
  /** A process that does not end by itself is killed, which its result shows. */
  const run = (args: string, more: NodeJS.ProcessEnv = {}): Promise<CliRun> => {
    const patienceEndsMs = Date.now() + PATIENCE_MS;
    return runCli(args.split(' '), {
      env: env(more),
      cwd: folder,
      interruptWhen: () => Date.now() > patienceEndsMs,
      interruptWith: 'SIGKILL',
    });
  };

  const consume = 'consume --subscription s --dead-letter-topic d';
  const filter = 'filter --subscription s --topic t --filter kind=ad';

  it.each([
    ['consume', consume],
    ['pace', 'pace'],
  ])('at the admin port leaves no resource of %s open', async (_name, args) => {
    const { ended, stderr } = await run(args, { TIDEMARK_ADMIN_PORT: takenPort });
    expect([ended, stderr]).toEqual([
      1,
      expect.stringContaining(`cannot listen on port ${takenPort} of 127.0.0.1`),
    ]);
  });

  it.each([
    ['consume', consume],
    ['filter', filter],
    ['pace', 'pace --topic t'],
  ])('at a missing subscription or topic leaves no resource of %s open', async (_name, args) => {
    const { ended, stderr } = await run(args);
    expect([ended, stderr]).toEqual([1, expect.stringContaining('is missing here')]);
  });

  it.each([
    ['consume', consume],
    ['dead-letters', 'dead-letters list --subscription s'],
  ])('at invalid credentials leaves no resource of %s open', async (_name, args) => {
    const file = join(folder, 'credentials.json');
    writeFileSync(file, '{"type":"nonsense"}');
    const more = { PUBSUB_EMULATOR_HOST: '', GOOGLE_APPLICATION_CREDENTIALS: file, TIDEMARK_PROJECT: 'p' };
    const { ended, stderr, stdout } = await run(args, more);
    expect([ended, stderr + stdout]).toEqual([1, expect.stringMatching(/credential|json/i)]);
  });

  it('while Bigtable is unreachable leaves no resource of consume open', async () => {
    const { ended, stderr } = await run(consume, { BIGTABLE_EMULATOR_HOST: `127.0.0.1:1` });
    expect([ended, stderr]).toEqual([1, expect.stringContaining('is missing here')]);
  });

  it.each([
    ['import of other columns', 'import rows.csv --column nothing=userId', 'nothing'],
    ['reconcile', 'reconcile --day 2026-11-20 --export no/such/folder', 'cannot be'],
  ])('at a file leaves no resource of %s open', async (_name, args, message) => {
    writeFileSync(join(folder, 'rows.csv'), 'userId\nu\n');
    const { ended, stderr } = await run(args);
    expect([ended, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  it('at the port of the API leaves no resource of start open, and closes the embedded Bigtable', async () => {
    const more = {
      BIGTABLE_EMULATOR_HOST: '',
      PORT: takenPort,
      TIDEMARK_LOCAL_PORT: '0',
      TIDEMARK_DATA_DIR: 'start',
    };
    const { ended, stderr } = await run('start --no-demo', more);
    expect([ended, stderr]).toEqual([1, expect.stringContaining('EADDRINUSE')]);
  });

  it('at the note in the data folder leaves no resource of local open', async () => {
    mkdirSync(join(folder, 'noted', 'local.json'), { recursive: true });
    const { ended, stderr } = await run('local --ephemeral --port 0 --data-dir noted');
    expect([ended, stderr]).toEqual([1, expect.stringContaining('EISDIR')]);
  });
});

describe('An app that cannot be created', () => {
  let folder: string;
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tidemark-app-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    [
      'a schema that is invalid',
      'schema_invalid',
      () => ({ TIDEMARK_PROTO_PATH: write('bad.proto', 'no proto') && folder }),
    ],
    [
      'a topology that is invalid',
      'invalid_argument',
      () => ({ TIDEMARK_TOPOLOGY: write('topology.json', '{}') }),
    ],
    [
      'token keys that are invalid',
      'invalid_argument',
      () => ({ TIDEMARK_TOKEN_KEYS_FILE: write('keys', 'none') }),
    ],
  ])('because of %s no longer watches the access file', async (_what, code, settings) => {
    const issuers = [{ issuer: 'https://issuer.example', audiences: ['tidemark'] }];
    const accessFile = write('access.json', JSON.stringify({ issuers }));
    const clock = new VirtualClock();
    const { logger } = memoryLogger();
    const open = (more: NodeJS.ProcessEnv): Promise<App> => {
      const environment = {
        BIGTABLE_EMULATOR_HOST: '127.0.0.1:1',
        TIDEMARK_ACCESS_FILE: accessFile,
        ...more,
      };
      return createApp(loadConfig(environment), { clock, logger });
    };
    await expect(open(settings())).rejects.toThrow(tidemarkError(code as ErrorCode));
    expect(clock.pending).toBe(0);
    const app = await open({});
    expect(clock.pending).toBeGreaterThan(0);
    const drained = app.drain();
    await clock.advance(60_000);
    await drained;
    expect(clock.pending).toBe(0);
  });
});

/** A Pub/Sub server without topics and subscriptions. */
function pubsubWithoutAnything(): Server {
  const server = new Server();
  const missing = { code: status.NOT_FOUND, details: 'it is missing here' };
  const unary = (_call: unknown, answer: (error: typeof missing) => void): void => answer(missing);
  const stream = (call: ServerDuplexStream<Buffer, Buffer>): void => void call.emit('error', missing);
  const methods = {
    'google.pubsub.v1.Subscriber': ['StreamingPull', 'Pull', 'GetSubscription', 'CreateSubscription'],
    'google.pubsub.v1.Publisher': ['GetTopic', 'CreateTopic', 'Publish'],
  };
  for (const [service, names] of Object.entries(methods)) {
    const both = names.map((name) => {
      const isStream = name === 'StreamingPull';
      const definition = {
        path: `/${service}/${name}`,
        requestStream: isStream,
        responseStream: isStream,
        requestSerialize: (bytes: Buffer) => bytes,
        requestDeserialize: (bytes: Buffer) => bytes,
        responseSerialize: (bytes: Buffer) => bytes,
        responseDeserialize: (bytes: Buffer) => bytes,
      };
      return [name, definition, isStream ? stream : unary] as const;
    });
    server.addService(
      Object.fromEntries(both.map(([name, definition]) => [name, definition])),
      Object.fromEntries(both.map(([name, , handle]) => [name, handle])),
    );
  }
  return server;
}

function bound(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    ),
  );
}
