/** Pipelines: what a full pass costs beside the reads and writes that it makes, and how much memory it takes. */
import '../../../src/platform/process/v8-flags';
import { setCell } from '../../../src/bigtable/write/mutations';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { DEFAULTS } from '../../../src/config/defaults';
import { loadConfig } from '../../../src/config/index';
import { rowKey } from '../../../src/core/rows/row-key';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { systemClock } from '../../../src/platform/time/clock';
import { openServingStore, type Store } from '../../../src/store/open-store';
import { applySchema } from '../../support/running-app';
import { startBigtableProcess, type BigtableProcess } from '../bigtable-process';
import {
  median,
  rounded,
  target,
  WrongAnswer,
  type Benchmark,
  type BenchOptions,
  type BenchResult,
  type BenchSize,
} from '../harness';
import {
  bareCalls,
  countOutputs,
  measured,
  pagedPass,
  PipelinePass,
  storeCalls,
  type Pass,
  type PassCalls,
} from './passes';

export const benchmark: Benchmark = {
  name: 'pipeline',
  description:
    'a full pass of a trivial pipeline beside a bare scan with bare MutateRows, and its memory at two sizes',
  hasStores: true,
  run,
};

/** Objects of the smaller and of the larger table, and rounds. */
const SIZES: Readonly<
  Record<BenchSize, { readonly small: number; readonly large: number; readonly rounds: number }>
> = {
  full: { small: 100_000, large: 400_000, rounds: 5 },
  quick: { small: 10_000, large: 40_000, rounds: 2 },
  smoke: { small: 200, large: 400, rounds: 1 },
};
const THREADS = 2;
const RATIO_MAX = 1.5;
const GROWTH_MAX = 1.25;
const schema = loadSchema();

async function run({ size, store: name, progress }: BenchOptions): Promise<BenchResult> {
  const { small, large, rounds } = SIZES[size];
  const passes: Passes = { bare: [], store: [], pipeline: [], cold: [], large: [] };
  await withStore(name, small, progress, async (bigtable, store) => {
    const pipeline = await PipelinePass.open(store, PASS_OPTIONS);
    // The first round is not counted: the code of the process and of its threads is not compiled yet.
    for (let round = 0; round <= rounds; round++) {
      progress(`round ${round} of ${rounds}`);
      const found = await oneRound(bigtable, { store, pipeline }, small);
      if (round === 0) passes.cold.push(found.pipeline);
      if (round > 0)
        for (const [kind, pass] of Object.entries(found)) passes[kind as keyof Passes].push(pass);
    }
    await pipeline.close();
  });
  await withStore(name, large, progress, async (bigtable, store) => {
    const pipeline = await PipelinePass.open(store, PASS_OPTIONS);
    passes.large.push(await pipelinePass(bigtable, { store, pipeline }, large));
    await pipeline.close();
  });
  return resultOf(passes, { small, large });
}

type Passes = Readonly<Record<'bare' | 'store' | 'pipeline' | 'cold' | 'large', Pass[]>>;

const { pageRows, rangesPerThread } = DEFAULTS.pipelines;
const PARALLEL = { inFlight: THREADS * rangesPerThread, pageRows };
const PASS_OPTIONS = { threads: THREADS, ...PARALLEL };

/** Store of the passes, and the pipeline with its threads. */
interface Contestants {
  readonly store: Store;
  readonly pipeline: PipelinePass;
}

/** Runs the passes in turn, and checks what each has written. */
async function oneRound(bigtable: BigtableProcess, contestants: Contestants, objects: number) {
  const { store } = contestants;
  const client = bareCalls(bigtable.endpoint);
  const paged = async (calls: PassCalls): Promise<Pass> => {
    const versionMs = systemClock.nowMs();
    const pass = await measured(() => pagedPass(calls, { ...PARALLEL, versionMs }), bigtable.cpuMicros);
    await check(store, versionMs, objects);
    return pass;
  };
  const bare = await paged(client);
  await client.close();
  const ofStore = await paged(storeCalls(store));
  return { bare, store: ofStore, pipeline: await pipelinePass(bigtable, contestants, objects) };
}

async function pipelinePass(
  { cpuMicros }: BigtableProcess,
  { store, pipeline }: Contestants,
  objects: number,
): Promise<Pass> {
  const runTimeMs = systemClock.nowMs();
  const pass = await pipeline.measure(runTimeMs, cpuMicros);
  await check(store, runTimeMs, objects);
  return pass;
}

async function withStore(
  name: BenchOptions['store'],
  objects: number,
  progress: BenchOptions['progress'],
  use: (bigtable: BigtableProcess, store: Store) => Promise<void>,
): Promise<void> {
  const bigtable = await startBigtableProcess(name);
  await applySchema(bigtable.endpoint);
  const store = openPipelineStore(bigtable.endpoint);
  try {
    progress(`writing ${objects} objects`);
    await fill(store, objects);
    await use(bigtable, store);
  } finally {
    await store.close();
    await bigtable.stop();
  }
}

/** The store as `tidemark pipeline run` opens it. */
function openPipelineStore(endpoint: string): Store {
  const config = loadConfig({ BIGTABLE_EMULATOR_HOST: endpoint });
  const { rowsTrackedMax } = config.pipelines;
  const limited = { ...config, writing: { ...config.writing, rowsTrackedMax } };
  const logger = createLogger({ level: 'silent', service: 'bench' });
  return openServingStore({ config: limited, corpora: schema.corpora(), logger });
}

const PAGE = 1_000;

async function fill({ writer }: Store, objects: number): Promise<void> {
  const interests = ['a', 'b', 'c', 'd'].map((topic) => ({ topic, score: 0.5 }));
  const value = schema.codec(schema.dataType('users', 'profile')).fromJson({ locale: 'en', interests });
  const mutations = [setCell('profile', Buffer.from('main'), (systemClock.nowMs() - 1_000) * 1_000, value)];
  for (let from = 0; from < objects; from += PAGE) {
    const rows = Array.from({ length: Math.min(PAGE, objects - from) }, (_, at) => ({
      key: rowKey(`user-${from + at}`),
      mutations,
    }));
    for (const outcome of await writer.mutateRows('users', rows)) if (outcome instanceof Error) throw outcome;
  }
}

async function check(store: Store, versionMs: number, objects: number): Promise<void> {
  const found = await countOutputs(store, versionMs);
  if (found !== objects) throw new WrongAnswer(`${found} objects of ${objects} have the output`);
}

function resultOf(
  { bare, store, pipeline, cold, large }: Passes,
  sizes: { readonly small: number; readonly large: number },
): BenchResult {
  const rows = [
    ['bare scan and MutateRows', sizes.small, bare],
    ["the store's scanner and writer", sizes.small, store],
    ['pipeline', sizes.small, pipeline],
    ['pipeline, first pass of its threads', sizes.small, cold],
    ['pipeline, first pass of its threads', sizes.large, large],
  ] as const;
  const [one, two, three, first, four] = rows.map(([, , passes]) => figuresOf(passes)) as [
    Figures,
    Figures,
    Figures,
    Figures,
    Figures,
  ];
  const timeRatio = one.perSecond / three.perSecond;
  const storeRatio = two.perSecond / three.perSecond;
  const growth = four.rssMib / three.rssMib;
  return {
    figures: {
      bareObjectsPerSecond: rounded(one.perSecond),
      storeObjectsPerSecond: rounded(two.perSecond),
      pipelineObjectsPerSecond: rounded(three.perSecond),
      bareCpuUsPerObject: rounded(one.cpuUs),
      storeCpuUsPerObject: rounded(two.cpuUs),
      pipelineCpuUsPerObject: rounded(three.cpuUs),
      bareBigtableCpuUsPerObject: rounded(one.bigtableUs),
      storeBigtableCpuUsPerObject: rounded(two.bigtableUs),
      pipelineBigtableCpuUsPerObject: rounded(three.bigtableUs),
      coldCpuUsPerObject: rounded(first.cpuUs),
      pipelineObjectsPerCoreSecond: rounded(1e6 / three.cpuUs),
      timeRatio: rounded(timeRatio),
      timeRatioToStore: rounded(storeRatio),
      cpuRatio: rounded(three.cpuUs / one.cpuUs),
      cpuRatioToStore: rounded(three.cpuUs / two.cpuUs),
      rssMib: rounded(three.rssMib),
      rssMibLarge: rounded(four.rssMib),
    },
    targets: [
      target('time of a pass, as a multiple of the bare one', timeRatio, '<=', RATIO_MAX),
      target("time of a pass, as a multiple of the store's", storeRatio, '<=', RATIO_MAX),
      target(
        `memory with ${sizes.large / sizes.small} times the objects, as a multiple`,
        growth,
        '<=',
        GROWTH_MAX,
      ),
    ],
    tables: [
      {
        title: `A full pass over objects of one cell, with ${THREADS} threads; all have ${PARALLEL.inFlight} pages in flight`,
        header: [
          'pass',
          'objects',
          'objects/s',
          'client CPU us/object',
          'Bigtable CPU us/object',
          'client RSS MiB',
        ],
        rows: rows.map(([label, objects, passes]) => {
          const { perSecond, cpuUs, bigtableUs, rssMib } = figuresOf(passes);
          return [
            label,
            String(objects),
            ...[perSecond, cpuUs, bigtableUs, rssMib].map((value) => String(rounded(value))),
          ];
        }),
      },
    ],
  };
}

type Figures = ReturnType<typeof figuresOf>;

const figuresOf = (passes: readonly Pass[]) => ({
  perSecond: median(passes.map(({ objects, seconds }) => objects / seconds)),
  cpuUs: median(passes.map(({ objects, cpuUs }) => cpuUs / objects)),
  bigtableUs: median(passes.map(({ objects, bigtableCpuUs }) => bigtableCpuUs / objects)),
  rssMib: median(passes.map(({ rssMib }) => rssMib)),
});
