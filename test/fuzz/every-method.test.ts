import { mkdtempSync, rmSync } from 'node:fs';
import { type ClientHttp2Session, connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalBigtable, startLocalBigtable } from '../../src/local-bigtable/index';
import { type Random, seededRandom } from '../../src/platform/random';
import { RawBigtable, statusOf } from '../conformance/raw-bigtable';
import { type ApiMethod, bigtableMethods, controlMethods } from '../support/bigtable-methods';
import { randomMessage } from './random-messages';
import { framed, rawCall } from './raw-call';
import { pick } from './values/choose';
import { TEST_SEED } from '../support/test-seed';

/** About the time of the minimum number of calls; longer on demand. */
const DURATION_MS = Number(process.env['TIDEMARK_TEST_FUZZ_MS'] ?? 2_000);
const REPLAY = `TIDEMARK_TEST_SEED=${TEST_SEED} TIDEMARK_TEST_FUZZ_MS=${DURATION_MS} npx jest test/fuzz/every-method`;
/** Minimum number of calls on any machine, enough to call every method several times. */
const CALLS_MIN = 2_000;
/** Time limit of those calls, in milliseconds. */
const PATIENCE_MS = 600_000;
const SUCCESSFUL_METHODS_MIN = 8;
const CALLS_BETWEEN_CHECKS = 100;
const OK = '0';
const CONTROL = 'tidemark.local.v1.Control';
const ALREADY_EXISTS = 6;
/** Ends endless streams. */
const TIMEOUT = { 'grpc-timeout': '200m' };
const SUM = { aggregateType: { sum: {}, inputType: { int64Type: { encoding: { bigEndianBytes: {} } } } } };

describe(`random bytes on every method of the embedded server, TIDEMARK_TEST_SEED=${TEST_SEED}`, () => {
  let server: LocalBigtable;
  let session: ClientHttp2Session;
  let raw: RawBigtable;
  const internalErrors: string[] = [];
  const methods = [...bigtableMethods(), ...controlMethods()];

  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-fuzz-'));

  beforeAll(start);

  async function start(): Promise<void> {
    server = await startLocalBigtable({
      host: '127.0.0.1',
      port: 0,
      dataDir,
      onInternalError: (error, path) => internalErrors.push(`${path}: ${(error as Error).stack}`),
    });
    raw = new RawBigtable(server.endpoint);
    session = connect(`http://${server.endpoint}`);
  }

  async function stop(): Promise<void> {
    raw.close();
    session.close();
    await server.close();
  }

  afterAll(async () => {
    await stop();
    rmSync(dataDir, { recursive: true });
  });

  it(
    `every call ends with a status that blames the request, and the server keeps serving, for ${DURATION_MS} ms`,
    async () => {
      const random = seededRandom(TEST_SEED);
      const seen = new Map<string, Set<string>>();
      const deadline = Date.now() + DURATION_MS;
      for (let calls = 0; calls < CALLS_MIN || Date.now() < deadline; calls++) {
        if (calls % CALLS_BETWEEN_CHECKS === 0) await stillServes();
        const method = pick(random, methods);
        const message = randomRequest(method, random);
        const status = await rawCall(session, method.path, framed(message), TIMEOUT);
        if (method.service === CONTROL) await endFaults();
        seen.set(method.path, (seen.get(method.path) ?? new Set()).add(status));
        if (internalErrors.length > 0 || /^(13|-|HTTP)/.test(status)) {
          const request = `${method.path} ${message.toString('hex')}`;
          throw new Error(
            `${REPLAY}: call ${calls}, ${request}, ended with ${status}: ${String(internalErrors)}`,
          );
        }
      }
      await stillServes();
      // Some requests pass all checks. In a minute most methods receive one that does.
      const successful = [...seen.values()].filter((statuses) => statuses.has(OK));
      expect(successful.length).toBeGreaterThan(SUCCESSFUL_METHODS_MIN);
    },
    DURATION_MS + PATIENCE_MS,
  );

  it('calls with broken frames end, and the server keeps serving', async () => {
    const random = seededRandom(TEST_SEED);
    for (let round = 0; round < 500; round++) {
      const body = noise(random, 64);
      expect(await rawCall(session, pick(random, methods).path, body, TIMEOUT)).toMatch(/^\d+$/);
    }
    expect(internalErrors).toEqual([]);
    await stillServes();
  });

  it('the server restarts with the data that it accepted', async () => {
    await stop();
    await start();
    await stillServes();
    expect(internalErrors).toEqual([]);
  });

  /** Removes faults, because later requests would wait for a slow cluster. */
  async function endFaults(): Promise<void> {
    expect(await rawCall(session, `/${CONTROL}/Reset`, framed(Buffer.alloc(0)))).toBe(OK);
  }

  /** Checks that an ordinary table can be created, written and read; the fuzz may have dropped the previous one. */
  async function stillServes(): Promise<void> {
    const created = await statusOf(raw.createTable('t', { f: {}, sum: { valueType: SUM } }));
    expect([0, ALREADY_EXISTS]).toContain(created);
    const dropped = await statusOf(raw.deleteTable('sane'));
    expect([0, 5]).toContain(dropped);
    await raw.createTable('sane', { f: {} });
    await raw.set('sane', 'k', [['f', 'q', 1_000, 'v']]);
    expect(await raw.read('sane')).toEqual([{ key: 'k', cells: [['f', 'q', 1_000, 'v']] }]);
  }
});

function randomRequest({ requestType }: ApiMethod, random: Random): Buffer {
  const encode = (): Buffer => Buffer.from(requestType.encode(randomMessage(requestType, random)).finish());
  const dice = random();
  if (dice < 0.5) return encode();
  if (dice < 0.8) return corrupted(encode(), random);
  if (dice < 0.95) return Buffer.concat([corrupted(encode(), random), encode()]);
  return noise(random, 300);
}

/** Returns a sample with bytes changed, inserted, and cut off. */
function corrupted(sample: Buffer, random: Random): Buffer {
  const bytes = [...sample];
  for (let flips = Math.floor(random() * 5); flips > 0 && bytes.length > 0; flips--) {
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  }
  if (random() < 0.2) bytes.splice(Math.floor(random() * bytes.length), 0, ...noise(random, 20));
  if (random() < 0.2) bytes.length = Math.floor(random() * bytes.length);
  return Buffer.from(bytes);
}

function noise(random: Random, bytesMax: number): Buffer {
  const length = Math.floor(random() * bytesMax);
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
}
