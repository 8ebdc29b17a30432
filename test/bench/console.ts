/**
 * Cost of open consoles to serving: count queries with and without 100 consoles that follow the store, in turn, in one process; and
 * what the consoles receive.
 */
import { request, type ClientRequest } from 'node:http';
import { applySchema } from '../support/running-app';
import { startBigtableProcess } from './bigtable-process';
import {
  median,
  rounded,
  target,
  WrongAnswer,
  type Benchmark,
  type BenchOptions,
  type BenchSize,
} from './harness';
import { ContestantProcess, type Measure } from './http/contestant-process';
import { ask } from './http/load';
import { events } from './http/query';

const CONSOLES = 100;
/** Least length of a snapshot, in bytes: a shorter one is none. */
const SNAPSHOT_BYTES_MIN = 500;

interface Pace {
  readonly warmUps: number;
  readonly rounds: number;
  readonly roundMs: number;
}

const PACES: Readonly<Record<BenchSize, Pace>> = {
  full: { warmUps: 1, rounds: 8, roundMs: 8_000 },
  quick: { warmUps: 1, rounds: 3, roundMs: 5_000 },
  smoke: { warmUps: 0, rounds: 1, roundMs: 1 },
};

export const benchmark: Benchmark = {
  name: 'console',
  description: 'count queries with and without 100 open consoles, and the bytes that each console receives',
  async run(options) {
    const bigtable = await startBigtableProcess();
    await applySchema(bigtable.endpoint);
    const server = await ContestantProcess.start({
      contestant: 'whole request',
      endpoint: bigtable.endpoint,
      answer: '',
    });
    try {
      await ask({ ...server.load, path: '/v1/events', body: JSON.stringify({ events: events() }) });
      return report(await measure(server, options));
    } finally {
      await server.stop();
      await bigtable.stop();
    }
  },
};

interface Measures {
  readonly without: readonly Measure[];
  readonly beside: readonly Measure[];
  readonly bytesPerMinute: number;
}

/** Interleaved rounds, so that a slow minute of the machine strikes both alike. The first ones of each only warm up. */
async function measure(server: ContestantProcess, { size, progress }: BenchOptions): Promise<Measures> {
  const { warmUps, rounds, roundMs } = PACES[size];
  const answer = await ask(server.load);
  const [without, beside]: [Measure[], Measure[]] = [[], []];
  let [bytes, milliseconds] = [0, 0];
  for (let round = -warmUps; round < rounds; round++) {
    progress(round < 0 ? 'warming up' : `round ${round + 1} of ${rounds}`);
    const alone = await server.measure(answer, roundMs);
    const consoles = await openConsoles(server.port);
    const fromMs = performance.now();
    const received = consoles.bytes();
    const watched = await server.measure(answer, roundMs);
    bytes += consoles.bytes() - received;
    milliseconds += performance.now() - fromMs;
    consoles.close();
    if (round < 0) continue;
    without.push(alone);
    beside.push(watched);
  }
  return { without, beside, bytesPerMinute: (bytes / CONSOLES / milliseconds) * 60_000 };
}

interface Consoles {
  /** Returns the bytes that all have received. */
  bytes(): number;
  close(): void;
}

/** Opens the consoles, and resolves once each has a snapshot. */
async function openConsoles(port: number): Promise<Consoles> {
  let bytes = 0;
  const requests = await Promise.all(
    Array.from({ length: CONSOLES }, () => openConsole(port, (length) => (bytes += length))),
  );
  return { bytes: () => bytes, close: () => requests.forEach((each) => each.destroy()) };
}

function openConsole(port: number, onBytes: (length: number) => void): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const opened = request({ host: '127.0.0.1', port, path: '/v1/console/live', agent: false }, (answer) => {
      answer.on('error', () => undefined);
      answer.on('data', (chunk: Buffer) => onBytes(chunk.length));
      answer.once('data', (chunk: Buffer) => {
        if (answer.statusCode === 200 && chunk.length >= SNAPSHOT_BYTES_MIN) resolve(opened);
        else reject(new WrongAnswer(`a console got ${answer.statusCode}: ${chunk.toString().slice(0, 200)}`));
      });
    });
    opened.on('error', reject);
    opened.end();
  });
}

function report({ without, beside, bytesPerMinute }: Measures) {
  const rate = (seen: readonly Measure[]): number =>
    rounded(median(seen.map((each) => each.requestsPerSecond)));
  const cost = (seen: readonly Measure[]): number =>
    rounded(median(seen.map((each) => each.cpuMicrosPerRequest)));
  const ratio = rounded(cost(beside) / cost(without));
  const figures = {
    'without consoles: requests/s': rate(without),
    'without consoles: CPU µs/request': cost(without),
    '100 consoles: requests/s': rate(beside),
    '100 consoles: CPU µs/request': cost(beside),
    '100 consoles / without: CPU': ratio,
    'bytes per minute and console': rounded(bytesPerMinute),
  };
  const rows = [
    ['without consoles', `${rate(without)}`, `${cost(without)}`, '1'],
    ['100 consoles', `${rate(beside)}`, `${cost(beside)}`, `${ratio}`],
  ];
  const title = `POST /v1/counts:query beside consoles; each receives ${rounded(bytesPerMinute / 1_000)} kB per minute`;
  return {
    figures,
    targets: [target('100 consoles / without, CPU', ratio, '<=', 1.05)],
    tables: [{ title, header: ['contestant', 'requests/s', 'CPU µs/request', '× without'], rows }],
  };
}
