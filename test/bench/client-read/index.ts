import { join } from 'node:path';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import { startBigtableProcess } from '../bigtable-process';
import { Child } from '../child';
import {
  median,
  rounded,
  target,
  WrongAnswer,
  type BenchOptions,
  type Benchmark,
  type BenchResult,
  type BenchSize,
} from '../harness';
import type { Answer } from './contestants';
import { FAMILY, INSTANCE, PROJECT, rowsOf, SIZES, TABLE } from './data';
import type { RunFigures, WorkerRequest } from './worker';
import { withTableAdmin } from '../../support/table-admin';

const NAMES = ['tidemark', 'veneer', 'gax', 'floor'] as const;
type Name = (typeof NAMES)[number];

interface Pace {
  readonly warmUpMs: number;
  readonly rounds: number;
  readonly roundMs: number;
}

const PACES: Readonly<Record<BenchSize, Pace>> = {
  full: { warmUpMs: 2_000, rounds: 7, roundMs: 1_500 },
  quick: { warmUpMs: 500, rounds: 3, roundMs: 500 },
  smoke: { warmUpMs: 1, rounds: 1, roundMs: 1 },
};

export const benchmark: Benchmark = {
  name: 'client-read',
  description:
    'point reads of 1, 100 and 1,000 cells: our client, the veneer, the gax client, the bytes-only floor',
  async run(options) {
    const bigtable = await startBigtableProcess();
    const workers = new Map<Name, Child>();
    try {
      await fill(bigtable.endpoint);
      for (const name of NAMES) workers.set(name, await startWorker(name, bigtable.endpoint));
      await compareAnswers(workers);
      return await measure(workers, bigtable.name, options);
    } finally {
      for (const worker of workers.values()) await worker.stop();
      await bigtable.stop();
    }
  },
};

async function fill(endpoint: string): Promise<void> {
  const transport = createTransport({ endpoint, plaintext: true });
  const client = createDataClient({ transport, project: PROJECT, instance: INSTANCE });
  await withTableAdmin({ endpoint, project: PROJECT, instance: INSTANCE }, (admin) =>
    admin.createTable({ table: TABLE, families: { [FAMILY]: {} } }),
  );
  const results = await client.mutateRows(TABLE, SIZES.flatMap(rowsOf));
  const failure = results.find((result) => result !== undefined);
  if (failure !== undefined) throw failure;
  await client.close();
}

async function compareAnswers(workers: Workers): Promise<void> {
  for (const size of SIZES) {
    const expected = rowsOf(size).map((row) =>
      row.mutations.map(({ setCell }) => {
        const text = (bytes: unknown): string => (bytes as Buffer).toString('latin1');
        return `${text(setCell?.columnQualifier)}@${Number(setCell?.timestampMicros)}=${text(setCell?.value)}`;
      }),
    );
    for (const [name, worker] of workers) {
      const answers = await ask<Answer[]>(worker, { kind: 'answers', size: size.name });
      if (JSON.stringify(answers) !== JSON.stringify(expected)) {
        throw new WrongAnswer(`${name} reads other cells than were written (size ${size.name})`);
      }
    }
  }
}

type Measured = Readonly<Record<Name, RunFigures>>;

async function measure(
  workers: Workers,
  server: string,
  { size: benchSize, progress }: BenchOptions,
): Promise<BenchResult> {
  const pace = PACES[benchSize];
  const bySize = new Map<string, Measured>();
  for (const { name: size } of SIZES) {
    progress(`${size}: ${pace.rounds} rounds of ${NAMES.join(', ')}`);
    for (const worker of workers.values())
      await ask(worker, { kind: 'run', size, durationMs: pace.warmUpMs });
    const runs = new Map<Name, RunFigures[]>(NAMES.map((name) => [name, []]));
    for (let round = 0; round < pace.rounds; round += 1) {
      for (const [name, worker] of workers) {
        runs.get(name)?.push(await ask<RunFigures>(worker, { kind: 'run', size, durationMs: pace.roundMs }));
      }
    }
    bySize.set(size, Object.fromEntries([...runs].map(([name, all]) => [name, medians(all)])) as Measured);
  }
  return report(bySize, server);
}

function medians(runs: readonly RunFigures[]): RunFigures {
  return { qps: median(runs.map((run) => run.qps)), cpuMicros: median(runs.map((run) => run.cpuMicros)) };
}

function report(bySize: ReadonlyMap<string, Measured>, server: string): BenchResult {
  const figures: Record<string, number> = {};
  const rows: string[][] = [];
  const targets = [];
  for (const [size, measured] of bySize) {
    for (const name of NAMES) {
      figures[`${name}_${size}_qps`] = rounded(measured[name].qps);
      figures[`${name}_${size}_cpu_us`] = rounded(measured[name].cpuMicros);
    }
    const timesVeneer = measured.tidemark.qps / measured.veneer.qps;
    const timesFloor = measured.tidemark.cpuMicros / measured.floor.cpuMicros;
    figures[`times_veneer_${size}`] = rounded(timesVeneer);
    figures[`times_floor_cpu_${size}`] = rounded(timesFloor);
    const cell = ({ qps, cpuMicros }: RunFigures): string => `${rounded(qps)} / ${rounded(cpuMicros)}`;
    rows.push([
      size,
      ...NAMES.map((name) => cell(measured[name])),
      `${rounded(timesVeneer)}`,
      `${rounded(timesFloor)}`,
    ]);
    const atLeast = ['100', '1000'].includes(size) ? 6 : 4;
    targets.push(target(`qps, times the veneer's, ${size} cells`, timesVeneer, '>=', atLeast));
    if (size === '100')
      targets.push(target("CPU per read, times the floor's, 100 cells", timesFloor, '<=', 1.6));
  }
  const title = `Reads per second / client CPU µs per read, 16 in flight, against ${server}`;
  const header = ['cells', ...NAMES, 'qps × veneer', 'CPU × floor'];
  return { figures, targets, tables: [{ title, header, rows }] };
}

type Workers = ReadonlyMap<Name, Child>;

async function startWorker(name: Name, endpoint: string): Promise<Child> {
  const worker = new Child(join(__dirname, 'worker.ts'), { args: [name, endpoint] });
  await worker.ask();
  return worker;
}

const ask = <Answer>(worker: Child, request: WorkerRequest): Promise<Answer> => worker.ask<Answer>(request);
