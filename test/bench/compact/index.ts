/** Compaction: what packing costs, how large blocks are, and what queries read before and after. */
import { rounded, target, type Benchmark, type BenchOptions, type BenchResult } from '../harness';
import { measureJob, type JobFigures, type QueryFigures } from './job';
import { measurePacking, type PackingFigures } from './packing';

export const benchmark: Benchmark = {
  name: 'compact',
  description:
    'packing of events into blocks: events per second, bytes per event, what queries read before and after',
  hasStores: true,
  run,
};

const BYTES_PER_EVENT_MAX = 16;

async function run(options: BenchOptions): Promise<BenchResult> {
  const packing = measurePacking(options);
  const job = await measureJob(options);
  const typical = packing.find(({ kind }) => kind === 'typical')!;
  return {
    figures: figuresOf(packing, job),
    targets: [
      target(`bytes per event of a typical user's weeks`, typical.weekBytes, '<=', BYTES_PER_EVENT_MAX),
    ],
    tables: [packingTable(packing), jobTable(job), queryTable(job)],
  };
}

function figuresOf(packing: readonly PackingFigures[], job: JobFigures): Record<string, number> {
  const figures: Record<string, number> = {
    jobEventsPerSecond: rounded(job.eventsPerSecond),
    jobCpuUsPerEvent: rounded(job.cpuUsPerEvent),
    jobBytesPerEvent: rounded(job.bytesPerEvent),
    jobIdleRowsPerSecond: rounded(job.idleRowsPerSecond),
  };
  for (const { kind, ...values } of packing) {
    for (const [name, value] of Object.entries(values)) figures[`${kind} ${name}`] = rounded(value);
  }
  for (const [when, queries] of [
    ['before', job.before],
    ['after', job.after],
  ] as const) {
    for (const { kind, cells, bytes, ms } of queries) {
      figures[`${kind} query cells ${when}`] = rounded(cells);
      figures[`${kind} query bytes ${when}`] = rounded(bytes);
      figures[`${kind} query ms ${when}`] = rounded(ms);
    }
  }
  return figures;
}

const text = (value: number): string => String(rounded(value));

const packingTable = (packing: readonly PackingFigures[]) => ({
  title:
    'Packing alone: processor time, and bytes with names and timestamps; 40 different ads for a typical user, 200 for a varied one',
  header: ['user', 'ns/event, days', 'ns/event, weeks', 'bytes/event, single', 'in days', 'in weeks'],
  rows: packing.map(({ kind, ...each }) => [
    kind,
    ...[each.daysNsPerEvent, each.weeksNsPerEvent, each.rawBytes, each.dayBytes, each.weekBytes].map(text),
  ]),
});

const jobTable = (job: JobFigures) => ({
  title: 'The job, on the embedded Bigtable in a process of its own',
  header: ['events', 'events/s', 'CPU us/event', 'bytes/event', 'rows/s when there is nothing to do'],
  rows: [
    [job.events, job.eventsPerSecond, job.cpuUsPerEvent, job.bytesPerEvent, job.idleRowsPerSecond].map(text),
  ],
});

function queryTable({ before, after }: JobFigures) {
  const rows = before.map((was) => {
    const is = after.find(({ kind }) => kind === was.kind)!;
    const both = (of: (figures: QueryFigures) => number): string[] => [text(of(was)), text(of(is))];
    return [was.kind, ...both(({ cells }) => cells), ...both(({ bytes }) => bytes), ...both(({ ms }) => ms)];
  });
  const header = ['user', 'cells before', 'after', 'bytes before', 'after', 'ms before', 'after'];
  return { title: 'A query over 30 days (median of the users; bytes are those of values)', header, rows };
}
