import { type BenchResult, type BenchTable, rounded, target, type Target } from '../harness';
import type { Name } from './contestants';
import type { Measures } from './index';
import type { Measure } from './load-process';

const NAMES: readonly Name[] = ['durable', 'in memory', 'Google'];

/** Server CPU: whose, on which load, times Google's at least. */
const TARGETS: readonly (readonly [load: string, name: Name, times: number])[] = [
  ['read 1 cell, all rows', 'durable', 0.7],
  ['read 100 cells, all rows', 'durable', 1.5],
  ['write 1 cell', 'durable', 0.3],
  ['write 100 cells', 'durable', 0.3],
  ['write 100 rows of 1 cell', 'durable', 0.5],
];

export function report(measures: Measures, absence: string | undefined): BenchResult {
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
    rows.push([load, ...cells, ratio(byName, 'durable'), ratio(byName, 'in memory')]);
  }
  const table: BenchTable = {
    title: 'Server CPU µs per request (requests per second)' + (absence === undefined ? '' : `; ${absence}`),
    header: ['load', ...NAMES, "durable: × Google's", "in memory: × Google's"],
    rows,
  };
  return { figures, targets: absence === undefined ? targets(measures) : [], tables: [table] };
}

function targets(measures: Measures): Target[] {
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
