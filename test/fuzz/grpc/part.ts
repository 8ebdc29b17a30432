import { mkdtempSync, rmSync } from 'node:fs';
import { type ClientHttp2Session, connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { data, RawBigtable, statusOf } from '../../conformance/raw-bigtable';
import { type ApiMethod, bigtableMethods, controlMethods } from '../../support/bigtable-methods';
import { FuzzedProcess } from '../fuzzed-process';
import { Growth } from '../growth';
import type { FuzzPart, FuzzTarget, Round } from '../harness';
import { FUZZED_TABLE } from '../random-messages';
import { framed, rawCall } from '../raw-call';
import { pick, weighted } from '../values/choose';
import { noise } from '../values/mutate-bytes';
import { randomHeaders, randomRequest } from './random-call';
import { randomConnection, recordCall, type RecordedConnection, sendConnection } from './raw-frames';

const CASES_PER_ROUND = 200;
/** Number of rounds after which the server is restarted on its folder. */
const ROUNDS_PER_PROCESS = 100;
/** Time after which the client disconnects during an endless call, which the server must notice, in milliseconds. */
const CLOSE_MS = 50;
/** Maximum number of descriptors that the server has not released yet. */
const DESCRIPTORS_MORE_MAX = 1_000;
/** Time limit of five calls on a busy machine, in milliseconds. */
const PROMPT_MS = 20_000;
const MIB = 1024 * 1024;
/** Allowed growth in bytes, because requests write to memory. */
const MORE_BYTES_MAX = 256 * MIB;
const CONTROL = 'tidemark.local.v1.Control';
const OK = '0';
const ALREADY_EXISTS = 6;
const NOT_FOUND = 5;
const SUM = { aggregateType: { sum: {}, inputType: { int64Type: { encoding: { bigEndianBytes: {} } } } } };
/** Status INTERNAL or UNKNOWN, no status, or an answer that is not gRPC. */
const FAILURE = /^(13|2|-|HTTP .*)$/;
const READ_ROWS = '/google.bigtable.v2.Bigtable/ReadRows';

export const part: FuzzPart = {
  name: 'grpc',
  description: 'messages to all methods of the embedded Bigtable',
  about:
    'Nearly valid messages of every method, and HTTP/2 connections with changed, moved or invented frames, to ' +
    '`tidemark local` with a data folder. Each call must end with a status that blames the request, never INTERNAL or' +
    ' UNKNOWN. The process must stay up, restart on its data, and use a bounded number of descriptors and bounded ' +
    'memory. A legitimate client must be able to create a table, write and read between the rounds.',
  open: async () => new GrpcTarget(),
};

interface Running {
  readonly process: FuzzedProcess;
  readonly port: number;
  readonly session: ClientHttp2Session;
  readonly raw: RawBigtable;
  readonly recorded: readonly RecordedConnection[];
  readonly growth: Growth;
}

class GrpcTarget implements FuzzTarget {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tidemark-fuzz-grpc-'));
  readonly #methods: readonly ApiMethod[] = [...bigtableMethods(), ...controlMethods()];
  #running: Running | undefined;
  #rounds = 0;

  async round(round: Round): Promise<void> {
    if (this.#rounds > 0 && this.#rounds % ROUNDS_PER_PROCESS === 0) await this.#stop(round);
    this.#rounds += 1;
    const running = (this.#running ??= await this.#start());
    for (let each = 0; each < CASES_PER_ROUND; each++) {
      round.cases += 1;
      await weighted(round.random, [
        [8, () => this.#call(round, running)],
        [1, () => this.#brokenFrame(round, running)],
        [1, () => this.#brokenConnection(round, running)],
      ]);
    }
    await this.#stillServes(round, running);
    const errors = running.process.takeErrors();
    if (errors !== '') round.find('standard error', errors.slice(0, 2_000));
    if (running.process.hasEnded) throw new Error('the server has ended');
    await running.growth.check(round);
  }

  async close(round: Round): Promise<void> {
    try {
      await this.#stop(round);
    } finally {
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  async #start(): Promise<Running> {
    const args = ['local', '--port', '0', '--data-dir', this.#folder, '--json'];
    const process = new FuzzedProcess(args, { cwd: this.#folder });
    const [, port = ''] = await process.printed(/"endpoint":"[^"]*:(\d+)"/);
    const endpoint = `127.0.0.1:${port}`;
    const session = connect(`http://${endpoint}`);
    session.on('error', () => undefined);
    const read = framed(data.ReadRowsRequest.encode({ tableName: FUZZED_TABLE }).finish());
    const recorded = [
      await recordCall(Number(port), READ_ROWS, read),
      await recordCall(Number(port), READ_ROWS, Buffer.alloc(40_000)),
    ];
    const growth = new Growth('server', process, {
      bytes: MORE_BYTES_MAX,
      descriptors: DESCRIPTORS_MORE_MAX,
    });
    return { process, port: Number(port), session, raw: new RawBigtable(endpoint), recorded, growth };
  }

  async #stop(round: Round): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running === undefined) return;
    running.raw.close();
    running.session.destroy();
    const how = await running.process.stop();
    round.count('the server was ended');
    if (how !== 0) round.find('exit', `ended with ${how}: ${running.process.takeErrors()}`);
  }

  async #call(round: Round, { session }: Running): Promise<void> {
    const { random } = round;
    const method = pick(random, this.#methods);
    const message = randomRequest(method, random);
    const status = await rawCall(session, method.path, framed(message), randomHeaders(random));
    round.count(`call: status ${status}`);
    const input = `${method.path} ${message.toString('hex')}`;
    if (FAILURE.test(status)) round.find(`${method.path}: ${status}`, `ended with ${status}`, input);
    // Otherwise later requests would wait for a slow cluster.
    if (method.service === CONTROL) await this.#endFaults(round, session);
  }

  async #endFaults(round: Round, session: ClientHttp2Session): Promise<void> {
    const status = await rawCall(session, `/${CONTROL}/Reset`, framed(Buffer.alloc(0)));
    if (status !== OK) round.find('reset', `ended with ${status}`);
  }

  /** Sends a malformed body, for which gRPC specifies INTERNAL. */
  async #brokenFrame(round: Round, { session }: Running): Promise<void> {
    const body = noise(round.random, 64);
    const status = await rawCall(session, pick(round.random, this.#methods).path, body, {
      'grpc-timeout': '200m',
    });
    round.count(`broken frame: status ${status}`);
    if (!/^\d+$/.test(status)) round.find('broken frame', `ended with ${status}`, body.toString('hex'));
  }

  async #brokenConnection(round: Round, { port, recorded }: Running): Promise<void> {
    const bytes = randomConnection(pick(round.random, recorded), round.random);
    const wasClosed = await sendConnection(port, bytes, CLOSE_MS);
    round.count(
      wasClosed ? 'broken connection: the server closed it' : 'broken connection: the client cut it',
    );
  }

  /** Checks that an ordinary table can be created, written and read; the fuzz may have dropped the previous one. */
  async #stillServes(round: Round, { raw }: Running): Promise<void> {
    const startedMs = performance.now();
    const created = await statusOf(raw.createTable('t', { f: {}, sum: { valueType: SUM } }));
    if (created !== 0 && created !== ALREADY_EXISTS) round.find('create a table', `ended with ${created}`);
    const dropped = await statusOf(raw.deleteTable('sane'));
    if (dropped !== 0 && dropped !== NOT_FOUND) round.find('drop a table', `ended with ${dropped}`);
    await raw.createTable('sane', { f: {} });
    await raw.set('sane', 'k', [['f', 'q', 1_000, 'v']]);
    const rows = JSON.stringify(await raw.read('sane'));
    const expected = JSON.stringify([{ key: 'k', cells: [['f', 'q', 1_000, 'v']] }]);
    if (rows !== expected) round.find('read another row', rows);
    const tookMs = performance.now() - startedMs;
    if (tookMs > PROMPT_MS) round.find('late answers', `${Math.round(tookMs)} ms for five calls`);
  }
}
