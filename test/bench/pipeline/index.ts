/** Pipelines: what a full pass costs beside the reads and writes that it makes, and how much memory it takes. */
import { setCell } from '../../../src/bigtable/write/mutations';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { DEFAULTS } from '../../../src/config/defaults';
import { rowKey } from '../../../src/core/rows/row-key';
import { systemClock } from '../../../src/platform/time/clock';
import type { Store } from '../../../src/store/open-store';
import { openTestStore } from '../../support/open-test-store';
import { applySchema } from '../../support/running-app';
import { startBigtableProcess } from '../bigtable-process';
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
import { BarePass, countOutputs, measured, PipelinePass, type Pass } from './passes';

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
  full: { small: 20_000, large: 80_000, rounds: 3 },
  quick: { small: 5_000, large: 20_000, rounds: 2 },
  smoke: { small: 200, large: 400, rounds: 1 },
};
const THREADS = 2;
const RATIO_MAX = 1.5;
const GROWTH_MAX = 1.25;
const schema = loadSchema();

async function run({ size, store: name, progress }: BenchOptions): Promise<BenchResult> {
  const { small, large, rounds } = SIZES[size];
  const passes: Record<'bare' | 'pipeline' | 'large', Pass[]> = { bare: [], pipeline: [], large: [] };
  for (const [objects, count] of [
    [small, rounds],
    [large, 1],
  ] as const) {
    progress(`writing ${objects} objects`);
    await withStore(name, objects, async (endpoint, store) => {
      const { pageRows, rangesPerThread } = DEFAULTS.pipelines;
      const inFlight = THREADS * rangesPerThread;
      const bare = new BarePass(endpoint, { inFlight, pageRows });
      const pipeline = new PipelinePass(store, { threads: THREADS, inFlight, pageRows });
      // The first round of both is not counted: their code is not compiled yet.
      for (let round = objects === small ? -1 : 0; round < count; round++) {
        progress(`${objects} objects, round ${round + 1}`);
        if (objects === small) {
          const versionMs = systemClock.nowMs();
          const pass = await measured(() => bare.run(versionMs));
          await check(store, versionMs, objects);
          if (round >= 0) passes.bare.push(pass);
        }
        const runTimeMs = systemClock.nowMs();
        const pass = await pipeline.measure(runTimeMs);
        await check(store, runTimeMs, objects);
        if (round >= 0) passes[objects === small ? 'pipeline' : 'large'].push(pass);
      }
      pipeline.close();
      await bare.close();
    });
  }
  return resultOf(passes, { small, large });
}

async function withStore(
  name: BenchOptions['store'],
  objects: number,
  use: (endpoint: string, store: Store) => Promise<void>,
): Promise<void> {
  const bigtable = await startBigtableProcess(name);
  await applySchema(bigtable.endpoint);
  const store = openTestStore({ BIGTABLE_EMULATOR_HOST: bigtable.endpoint });
  try {
    await fill(store, objects);
    await use(bigtable.endpoint, store);
  } finally {
    await store.close();
    await bigtable.stop();
  }
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
  { bare, pipeline, large }: Readonly<Record<'bare' | 'pipeline' | 'large', readonly Pass[]>>,
  sizes: { readonly small: number; readonly large: number },
): BenchResult {
  const rows = [
    ['bare scan and MutateRows', sizes.small, bare],
    ['pipeline', sizes.small, pipeline],
    ['pipeline', sizes.large, large],
  ] as const;
  const figuresOf = (passes: readonly Pass[]) => ({
    perSecond: median(passes.map(({ objects, seconds }) => objects / seconds)),
    cpuUs: median(passes.map(({ objects, cpuUs }) => cpuUs / objects)),
    rssMib: median(passes.map(({ rssMib }) => rssMib)),
  });
  const [one, two, three] = [figuresOf(bare), figuresOf(pipeline), figuresOf(large)] as const;
  const timeRatio = one.perSecond / two.perSecond;
  const growth = three.rssMib / two.rssMib;
  return {
    figures: {
      bareObjectsPerSecond: rounded(one.perSecond),
      pipelineObjectsPerSecond: rounded(two.perSecond),
      bareCpuUsPerObject: rounded(one.cpuUs),
      pipelineCpuUsPerObject: rounded(two.cpuUs),
      pipelineObjectsPerCoreSecond: rounded(1e6 / two.cpuUs),
      timeRatio: rounded(timeRatio),
      cpuRatio: rounded(two.cpuUs / one.cpuUs),
      rssMib: rounded(two.rssMib),
      rssMibLarge: rounded(three.rssMib),
    },
    targets: [
      target('time of a pass, as a multiple of the bare one', timeRatio, '<=', RATIO_MAX),
      target(
        `memory with ${sizes.large / sizes.small} times the objects, as a multiple`,
        growth,
        '<=',
        GROWTH_MAX,
      ),
    ],
    tables: [
      {
        title: `A full pass over objects of one cell, with ${THREADS} threads and as many pages in flight as the bare one`,
        header: ['pass', 'objects', 'objects/s', 'client CPU us/object', 'client RSS MiB'],
        rows: rows.map(([label, objects, passes]) => {
          const { perSecond, cpuUs, rssMib } = figuresOf(passes);
          return [
            label,
            String(objects),
            ...[perSecond, cpuUs, rssMib].map((value) => String(rounded(value))),
          ];
        }),
      },
    ],
  };
}
