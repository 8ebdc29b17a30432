/** The same work twice: a bare scan with bare MutateRows, and a full pass of a pipeline. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { connectData } from '../../../src/bigtable/client/connect';
import { cellsPerColumnLimit, chain, familyIs } from '../../../src/bigtable/read/filters';
import { setCell } from '../../../src/bigtable/write/mutations';
import type { RowMutations } from '../../../src/bigtable/client/types';
import type { RowScan } from '../../../src/consistency/store';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../../src/config/index';
import { emptyRunTally, type RunRecord } from '../../../src/core/pipelines/run-rows';
import { RUN_FAMILY } from '../../../src/core/pipelines/pipelines-table';
import {
  rowRangeOf,
  sectionsAfter,
  sectionsOf,
  type KeySection,
} from '../../../src/operations/compaction/key-sections';
import { runFullPass } from '../../../src/operations/pipelines/full-pass/full-pass';
import { positionCodec } from '../../../src/operations/pipelines/full-pass/position-codec';
import { RunStore } from '../../../src/operations/pipelines/full-pass/run-store';
import { loadPipeline } from '../../../src/operations/pipelines/load-pipeline';
import { createReadObjectRow } from '../../../src/operations/pipelines/read-object-row';
import { ThreadPool } from '../../../src/operations/pipelines/threads/thread-pool';
import { runBounded } from '../../../src/platform/tasks/run-bounded';
import { systemRandom } from '../../../src/platform/random';
import { systemClock } from '../../../src/platform/time/clock';
import type { Store } from '../../../src/store/open-store';
import { WrongAnswer } from '../harness';

const schema = loadSchema();
const embedding = schema.codec(schema.dataType('users', 'embedding'));
/** Value that both write for each object. */
const OUTPUT = embedding.fromJson({ modelVersion: '1', values: [0.5, 0.25] });
const RANGES = 64;

export interface Pass {
  readonly objects: number;
  readonly seconds: number;
  /** Processor time of the client with its threads, in microseconds. */
  readonly cpuUs: number;
  /** Processor time of Bigtable meanwhile, in microseconds; 0 if unknown. */
  readonly bigtableCpuUs: number;
  /** Largest resident memory of the client while it ran, in MiB. */
  readonly rssMib: number;
}

/** Returns the processor time of a process so far, in microseconds. */
type CpuMicros = () => Promise<number>;

/** Time between two looks at the memory, in milliseconds. A look takes up to half a millisecond. */
const LOOK_MS = 100;

/** Measures time, processor time and memory of a pass. */
export async function measured(
  pass: () => Promise<number>,
  bigtableCpu: CpuMicros = async () => 0,
): Promise<Pass> {
  globalThis.gc?.();
  let rss = 0;
  const look = (): void => void (rss = Math.max(rss, process.memoryUsage.rss()));
  look();
  const timer = setInterval(look, LOOK_MS);
  const bigtableUs = await bigtableCpu();
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  const objects = await pass();
  const seconds = (performance.now() - startedMs) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(timer);
  const bigtableCpuUs = (await bigtableCpu()) - bigtableUs;
  return { objects, seconds, cpuUs: user + system, bigtableCpuUs, rssMib: rss / 2 ** 20 };
}

/** Calls of a pass: a page of rows, and the write of one. */
export interface PassCalls {
  readonly keysOf: (scan: RowScan) => AsyncIterable<{ readonly key: Buffer }>;
  readonly write: (rows: readonly RowMutations[]) => Promise<readonly unknown[]>;
}

/** Calls of the client, without anything around them. */
export function bareCalls(endpoint: string): PassCalls & { readonly close: () => Promise<void> } {
  const config = loadConfig({ BIGTABLE_EMULATOR_HOST: endpoint });
  const transport = connectData(config.bigtable);
  const names = { project: 'tidemark', instance: 'tidemark' };
  const client = createDataClient({ transport, ...names, clock: systemClock, random: systemRandom });
  return {
    keysOf: ({ rowsMax, ...scan }) => client.readRows({ ...scan, rowsLimit: rowsMax }),
    write: (rows) => client.mutateRows('users', rows),
    close: () => client.close(),
  };
}

/** Calls of the store: with the records of users, routing, admission and watermarks. */
export function storeCalls({ visibleScanner, writer }: Store): PassCalls {
  return { keysOf: (scan) => visibleScanner.scan(scan), write: (rows) => writer.mutateRows('users', rows) };
}

/** Reads the profiles of all rows, and sets one cell of each, in pages. Returns the number of rows. */
export async function pagedPass(
  { keysOf, write }: PassCalls,
  {
    inFlight,
    pageRows,
    versionMs,
  }: { readonly inFlight: number; readonly pageRows: number; readonly versionMs: number },
): Promise<number> {
  const mutations = [setCell('embedding', Buffer.from('bench'), versionMs * 1_000, OUTPUT)];
  const filter = chain(familyIs('profile'), cellsPerColumnLimit(1));
  const ranges = Array.from(
    { length: RANGES },
    (_, range) => sectionsOf({ index: range, count: RANGES }, [])[0]!,
  );
  let objects = 0;
  await runBounded(ranges, inFlight, async (range) => {
    for (let rest: KeySection | undefined = range; rest !== undefined;) {
      const rows: RowMutations[] = [];
      const scan = { table: 'users', ranges: [rowRangeOf(rest)], filter, rowsMax: pageRows };
      for await (const { key } of keysOf(scan)) rows.push({ key, mutations });
      const outcomes = rows.length === 0 ? [] : await write(rows);
      for (const outcome of outcomes) if (outcome instanceof Error) throw outcome;
      objects += rows.length;
      rest = rows.length < pageRows ? undefined : sectionsAfter([rest], rows.at(-1)!.key)[0];
    }
  });
  return objects;
}

const MODULE = `module.exports = {
  name: 'bench',
  corpus: 'users',
  reads: ['profile'],
  writes: ['embedding'],
  process: () => [{ dataType: 'embedding', subType: 'bench', value: { modelVersion: '1', values: [0.5, 0.25] } }],
};`;

const benchConfig = () => loadConfig({ BIGTABLE_EMULATOR_HOST: 'x:1' });

/** File of the module, in a folder of its own. */
class BenchModule {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-pipeline-'));
  readonly file = join(this.#folder, 'bench.js');

  constructor() {
    writeFileSync(this.file, MODULE);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export interface PipelinePassOptions {
  readonly threads: number;
  readonly inFlight: number;
  readonly pageRows: number;
}

/** Full passes of a pipeline that writes the same cell for each object. Its threads start before they are measured. */
export class PipelinePass {
  readonly #store: Store;
  readonly #options: PipelinePassOptions;
  readonly #module: BenchModule;
  readonly #pool: ThreadPool;

  /** Starts the threads. */
  static async open(store: Store, options: PipelinePassOptions): Promise<PipelinePass> {
    const module = new BenchModule();
    const { objects, counts, campaigns, pipelines } = benchConfig();
    const { eventCellsMax } = counts;
    const pool = await ThreadPool.open({
      threads: options.threads,
      data: {
        file: module.file,
        schema: {},
        runTimeMs: systemClock.nowMs(),
        limits: { ...pipelines, objects, eventCellsMax, campaigns },
      },
      limits: pipelines,
      clock: systemClock,
      onLog: (_, message) => process.stderr.write(`${message}\n`),
    });
    return new PipelinePass(store, options, { module, pool });
  }

  private constructor(
    store: Store,
    options: PipelinePassOptions,
    { module, pool }: { readonly module: BenchModule; readonly pool: ThreadPool },
  ) {
    this.#store = store;
    this.#options = options;
    this.#module = module;
    this.#pool = pool;
  }

  async close(): Promise<void> {
    await this.#pool.close();
    this.#module.remove();
  }

  /** Runs one pass, and returns its figures. */
  async measure(runTimeMs: number, bigtableCpu?: CpuMicros): Promise<Pass> {
    const { counts, pipelines, bigtable, privacy } = benchConfig();
    const { inFlight, pageRows } = this.#options;
    const store = this.#store;
    const pipeline = await loadPipeline(this.#module.file, schema);
    const limits = { ...bigtable, ...pipelines };
    const runs = new RunStore({
      transactions: store.tables.transactionsOf(RUN_FAMILY),
      scanner: store.tables.scanner,
      clock: systemClock,
      random: systemRandom,
      limits,
    });
    const { signal } = new AbortController();
    const wanted: RunRecord = {
      pipeline: 'bench',
      runId: String(runTimeMs),
      corpus: 'users',
      runTimeMs,
      ranges: RANGES,
      writes: ['embedding'],
    };
    return measured(async () => {
      const run = await runs.begin(wanted, signal);
      const { derivedWriteMaxMs } = privacy;
      const summary = await runFullPass(
        { pipeline, run, worker: { index: 0, count: 1 }, signal, onRejects: async () => undefined },
        {
          scanner: store.visibleScanner,
          readObjectRow: createReadObjectRow({ reader: store.reader, clock: systemClock, limits: counts }),
          writer: store.writer,
          processRows: (page) => this.#pool.process(page),
          runs,
          positions: positionCodec(undefined),
          owner: 'bench',
          clock: systemClock,
          random: systemRandom,
          isDryRun: false,
          limits: {
            ...limits,
            ...counts,
            derivedWriteMaxMs,
            pageRows,
            errorsMax: 0,
            rangesInFlight: inFlight,
          },
        },
      );
      const expected = { ...emptyRunTally(), objects: summary.objects, written: summary.objects };
      for (const [name, value] of Object.entries(expected))
        if (summary.status !== 'complete' || summary[name as keyof typeof expected] !== value)
          throw new WrongAnswer(`the pass ended with ${JSON.stringify(summary)}`);
      return summary.objects;
    }, bigtableCpu);
  }
}

/** Returns the number of objects with the output at a version. Throws WrongAnswer for another output. */
export async function countOutputs(store: Store, versionMs: number): Promise<number> {
  let objects = 0;
  const scan = { table: 'users', filter: chain(familyIs('embedding'), cellsPerColumnLimit(1)) };
  for await (const { key, cells } of store.scanner.scan(scan)) {
    const [cell] = cells;
    if (cell?.timestampMicros !== versionMs * 1_000 || !cell.value.equals(OUTPUT))
      throw new WrongAnswer(`${key.toString()} has another output`);
    objects += 1;
  }
  return objects;
}
