import { Server, ServerCredentials, status, type ServerDuplexStream } from '@grpc/grpc-js';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, type App } from '../../../src/app';
import { loadConfig } from '../../../src/config/index';
import type { ErrorCode } from '../../../src/errors';
import type { CommandLine } from '../../support/failed-starts-child';
import type { CliRun } from '../../support/run-cli';
import { memoryLogger } from '../../support/memory-logger';
import { startStore } from '../../support/running-app';
import { tidemarkError } from '../../support/tidemark-error';
import { VirtualClock } from '../../support/virtual-clock';
import { INHERITED_ENV } from '../../support/inherited-env';

/** Longer than all starts take together, in milliseconds. */
const PATIENCE_MS = 120_000;
jest.setTimeout(2 * PATIENCE_MS);

const ROOT = join(__dirname, '../../..');
const CONSUME = 'consume --subscription s --dead-letter-topic d';
const FILTER = 'filter --subscription s --topic t --filter kind=ad';

/** Names of the resources of a test, which environments have in place of their values. */
type Resource = '{store}' | '{pubsub}' | '{taken port}' | '{invalid credentials}';

interface FailingStart {
  readonly step: string;
  readonly command: string;
  readonly args: string;
  /** In addition to that of all starts. */
  readonly env?: Readonly<Record<string, string>>;
  /** Part of what it prints on standard error. */
  readonly message: RegExp;
}

const AT_ADMIN_PORT = {
  step: 'the admin port',
  env: { TIDEMARK_ADMIN_PORT: '{taken port}' },
  message: /cannot listen on port \d+ of 127\.0\.0\.1/,
};
const AT_SUBSCRIPTION = { step: 'a missing subscription or topic', message: /is missing here/ };
const AT_CREDENTIALS = {
  step: 'invalid credentials',
  env: {
    PUBSUB_EMULATOR_HOST: '',
    GOOGLE_APPLICATION_CREDENTIALS: '{invalid credentials}',
    TIDEMARK_PROJECT: 'p',
  },
  message: /credential|json/i,
};
const STARTS: readonly FailingStart[] = [
  { ...AT_ADMIN_PORT, command: 'consume', args: CONSUME },
  { ...AT_ADMIN_PORT, command: 'pace', args: 'pace' },
  { ...AT_SUBSCRIPTION, command: 'consume', args: CONSUME },
  { ...AT_SUBSCRIPTION, command: 'filter', args: FILTER },
  { ...AT_SUBSCRIPTION, command: 'pace', args: 'pace --topic t' },
  { ...AT_CREDENTIALS, command: 'consume', args: CONSUME },
  { ...AT_CREDENTIALS, command: 'dead-letters', args: 'dead-letters list --subscription s' },
  {
    step: 'a missing subscription, while Bigtable is unreachable,',
    command: 'consume',
    args: CONSUME,
    env: { BIGTABLE_EMULATOR_HOST: '127.0.0.1:1' },
    message: /is missing here/,
  },
  {
    step: 'a file',
    command: 'import of other columns',
    args: 'import rows.csv --column nothing=userId',
    message: /nothing/,
  },
  {
    step: 'a file',
    command: 'reconcile',
    args: 'reconcile --day 2026-11-20 --export no/such/folder',
    message: /cannot be/,
  },
  {
    step: 'the port of the API, which closes the embedded Bigtable,',
    command: 'start',
    args: 'start --no-demo',
    env: {
      BIGTABLE_EMULATOR_HOST: '',
      PORT: '{taken port}',
      TIDEMARK_LOCAL_PORT: '0',
      TIDEMARK_DATA_DIR: 'start',
    },
    message:
      /^tidemark: PORT: cannot listen on port \d+ of 127\.0\.0\.1: .*EADDRINUSE.* \[invalid_argument\]\n$/,
  },
  {
    step: 'the note in the data folder',
    command: 'local',
    args: 'local --ephemeral --port 0 --data-dir noted',
    message: /EISDIR/,
  },
];

/**
 * Starts of services that fail at a late step, in one process. It begins the next one, and ends in the end, only if no connection,
 * timer or listener is left open. A process that does not end by itself is killed.
 */
describe('A start that fails', () => {
  let folder: string;
  /** Result of each start that left nothing open, in their order, up to the first that left something open. */
  let runs: readonly CliRun[];
  let ended: number | string | null;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-failed-start-'));
    writeFileSync(join(folder, 'credentials.json'), '{"type":"nonsense"}');
    writeFileSync(join(folder, 'rows.csv'), 'userId\nu\n');
    mkdirSync(join(folder, 'noted', 'local.json'), { recursive: true });
    const store = await startStore();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const pubsub = pubsubWithoutAnything();
    const values: Record<Resource, string> = {
      '{store}': store.endpoint,
      '{pubsub}': `127.0.0.1:${await bound(pubsub)}`,
      '{taken port}': String((taken.address() as AddressInfo).port),
      '{invalid credentials}': join(folder, 'credentials.json'),
    };
    const lines = STARTS.map(({ args, env }): CommandLine => {
      const variables = {
        BIGTABLE_EMULATOR_HOST: '{store}',
        PUBSUB_EMULATOR_HOST: '{pubsub}',
        HOME: folder,
        ...env,
      };
      const filled = Object.entries(variables).map(([name, value]) => [
        name,
        values[value as Resource] ?? value,
      ]);
      return { args: args.split(' '), env: Object.fromEntries(filled) as Record<string, string> };
    });
    [runs, ended] = await runInOneProcess(lines, folder);
    taken.close();
    pubsub.forceShutdown();
    await store.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(STARTS.map((start, at) => ({ ...start, at })))(
    'at $step leaves no resource of $command open',
    ({ at, message }) => {
      // The file of invalid credentials is reported on either.
      const { ended: code, stderr, stdout } = runs[at] ?? { ended: 'not', stderr: '', stdout: '' };
      expect([code, stderr + stdout]).toEqual([1, expect.stringMatching(message)]);
    },
  );

  it('leaves nothing open that would keep the process alive', () => {
    expect([ended, runs.length]).toEqual([0, STARTS.length]);
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

/** Runs the command lines in one process, which is killed when it takes too long. Returns their results, and how it ended. */
async function runInOneProcess(
  lines: readonly CommandLine[],
  cwd: string,
): Promise<[readonly CliRun[], number | string | null]> {
  const register = join(ROOT, 'infra/scripts/register-ts.js');
  const script = join(ROOT, 'test/support/failed-starts-child.ts');
  const child = spawn(process.execPath, ['-r', register, script], {
    cwd,
    env: INHERITED_ENV,
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  child.stdin.end(JSON.stringify(lines));
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  const ended = await new Promise<number | string | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  );
  // Log lines are among the results.
  const runs = stdout.split('\n').filter((line) => line.startsWith('{"ended"'));
  return [runs.map((line) => JSON.parse(line) as CliRun), ended];
}
