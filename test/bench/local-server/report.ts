import { type BenchResult, type BenchTable, rounded, target, type Target } from '../harness';
import { type Name, NAMES } from './contestants';
import type { Measure } from './load-process';
import type { Starts } from './starts';

/** Measures by name of the load. */
export type Measures = Map<string, Record<Name, Measure>>;

/** Minimum ratio of Google's server CPU to that of a contestant, by load. */
const TARGETS: readonly (readonly [load: string, name: Name, times: number])[] = [
  ['read 1 cell, all rows', 'durable', 0.8],
  ['read 100 cells, all rows', 'durable', 2.5],
  ['write 1 cell', 'durable', 0.3],
  ['write 100 cells', 'durable', 0.3],
  ['write 100 rows of 1 cell', 'durable', 0.6],
];

export function report(measures: Measures, starts: Starts, absence: string | undefined): BenchResult {
  const figures: Record<string, number> = {};
  const rows: string[][] = [];
  for (const [load, byName] of measures) {
    const cells = NAMES.map((name) => shown(byName[name]));
    for (const name of NAMES) {
      const measure: Measure | undefined = byName[name];
      if (measure === undefined) continue;
      figures[`${load}, ${name}: CPU µs`] = rounded(measure.cpuMicros);
      figures[`${load}, ${name}: per second`] = rounded(measure.perSecond);
    }
    rows.push([load, ...cells, ratio(byName, 'durable'), ratio(byName, 'in memory'), byFloor(byName)]);
  }
  const table: BenchTable = {
    title: 'Server CPU µs per request (requests per second)' + (absence === undefined ? '' : `; ${absence}`),
    header: ['load', ...NAMES, "durable: × Google's", "in memory: × Google's", 'CPU: durable by floor'],
    rows,
  };
  const beside = absence === undefined ? rateTargets(measures) : [];
  return {
    figures: { ...figures, ...startFigures(starts) },
    targets: [...beside, ...startTargets(starts)],
    tables: [table, startTable(starts)],
  };
}

function startFigures(starts: Starts): Record<string, number> {
  return {
    'start: seconds': rounded(starts.startSeconds),
    ...(starts.googleStartSeconds !== undefined && {
      'start, Google: seconds': rounded(starts.googleStartSeconds),
    }),
    [`open ${starts.rows} rows: seconds`]: rounded(starts.openSeconds),
    [`open ${starts.rows} rows: MB`]: rounded(starts.openedMb),
    [`${starts.clusters} clusters x ${starts.clusterRows.count} rows: MB`]: rounded(starts.clustersMb),
  };
}

function startTable(starts: Starts): BenchTable {
  const { clusterRows, googleStartSeconds: google } = starts;
  const clusters = `${starts.clusters} clusters x ${clusterRows.count} rows of ${clusterRows.cells} cells`;
  return {
    title: '`tidemark local`, from the start of the process to its first answer; memory is the resident set',
    header: ['', 'seconds', 'MB', 'Google, seconds'],
    rows: [
      [
        'start, nothing stored',
        `${rounded(starts.startSeconds)}`,
        '-',
        google === undefined ? '-' : `${rounded(google)}`,
      ],
      [
        `open ${starts.rows} rows of 1 cell`,
        `${rounded(starts.openSeconds)}`,
        `${rounded(starts.openedMb)}`,
        '-',
      ],
      [clusters, '-', `${rounded(starts.clustersMb)}`, '-'],
    ],
  };
}

/** A million rows "in seconds" is interpreted as five. */
function startTargets(starts: Starts): Target[] {
  const { clusterRows } = starts;
  return [
    target('start, seconds', starts.startSeconds, '<=', 1),
    target(`open ${starts.rows} rows, seconds`, starts.openSeconds, '<=', 5),
    target(`${starts.clusters} clusters x ${clusterRows.count} rows, MB`, starts.clustersMb, '<=', 2_000),
  ];
}

function rateTargets(measures: Measures): Target[] {
  return TARGETS.map(([load, name, times]) => {
    const byName = measures.get(load)!;
    const value = byName.Google.cpuMicros / byName[name].cpuMicros;
    return target(`${load}, ${name}, per server CPU-second, times Google's`, value, '>=', times);
  });
}

function shown(measure: Measure | undefined): string {
  return measure === undefined ? '-' : `${rounded(measure.cpuMicros)} (${rounded(measure.perSecond)})`;
}

function ratio(byName: Partial<Record<Name, Measure>>, name: Name): string {
  const { Google: google, [name]: own } = byName;
  return google === undefined || own === undefined ? '-' : `${rounded(google.cpuMicros / own.cpuMicros)}`;
}

/** Returns how much more processor time the durable server takes than what it is built on, alone. */
function byFloor({ durable, floor }: Partial<Record<Name, Measure>>): string {
  return durable === undefined || floor === undefined
    ? '-'
    : `${rounded(durable.cpuMicros / floor.cpuMicros)}`;
}
