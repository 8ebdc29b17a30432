import { rounded, target, type BenchResult, type BenchTable, type StoreName, type Target } from '../harness';
import { openLoopFigures, openLoopTables, openLoopTargets, type OpenLoops } from './open-loop';
import { CONNECTIONS, PATH } from './contestant';
import { KINDS, type Kind } from './data';
import { summaryOf, type Measures, type Users } from './measure';
import { FLOOR, type Contestant } from './messages';
import type { StoredForm } from './stores';
import { watermarkFigures, watermarkTables, watermarkTargets, type WatermarkPair } from './watermarks';
import { workerFigures, workerTables, type WorkerMeasures } from './workers';

export type Forms = Readonly<Record<Kind, StoredForm>>;

export interface Results {
  readonly measures: Measures;
  readonly openLoops: OpenLoops;
  readonly watermarks: readonly WatermarkPair[];
  readonly workers: WorkerMeasures;
  readonly forms: Forms;
  readonly users: Users;
  readonly store: StoreName;
  readonly storeNames: string;
}

export function report(results: Results): BenchResult {
  const { openLoops, watermarks, workers } = results;
  return {
    figures: {
      ...figuresSaturated(results),
      ...openLoopFigures(openLoops),
      ...watermarkFigures(watermarks),
      ...workerFigures(workers),
    },
    targets: targetsOf(results),
    tables: [
      saturatedTable(results),
      ...openLoopTables(openLoops),
      ...watermarkTables(watermarks),
      ...workerTables(workers),
    ],
  };
}

function figuresSaturated({ measures, forms }: Results): Readonly<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const kind of KINDS) {
    for (const [name, seen] of measures) {
      const { perSecond, cpuMicros, p99Ms } = summaryOf(seen[kind]);
      figures[`${kind}, ${name}: requests/s`] = rounded(perSecond);
      figures[`${kind}, ${name}: CPU µs/request`] = rounded(cpuMicros);
      if (hasLatency(name)) figures[`${kind}, ${name}: p99 ms when saturated`] = rounded(p99Ms);
    }
    figures[`${kind}, tidemark: CPU by the floor`] = rounded(cpuByFloor(measures, 'tidemark', kind));
    const { blocks, rawCells, bytes } = forms[kind];
    figures[`${kind}: blocks`] = blocks;
    figures[`${kind}: single cells`] = rawCells;
    figures[`${kind}: bytes`] = bytes;
  }
  return figures;
}

/** The contestant without HTTP is timed as a whole. */
const hasLatency = (name: Contestant): boolean => name !== 'ReadRows alone';

function saturatedTable(results: Results): BenchTable {
  const { measures, storeNames } = results;
  const rows = KINDS.flatMap((kind) =>
    [...measures].map(([name, seen]) => {
      const { perSecond, cpuMicros, p99Ms } = summaryOf(seen[kind]);
      return [
        kind,
        name,
        `${rounded(perSecond)}`,
        `${rounded(cpuMicros)}`,
        `${rounded(cpuByFloor(measures, name, kind))}`,
        hasLatency(name) ? `${rounded(p99Ms)}` : '',
        name === 'tidemark' ? '' : `${rounded(speedOver(measures, name, kind))}`,
      ];
    }),
  );
  const connections = `${CONNECTIONS.typical} connections, for heavy users ${CONNECTIONS.heavy}`;
  return {
    title: [
      `POST ${PATH}: 100 candidates, 4 levels, 3 windows; ${connections}`,
      ...KINDS.map((kind) => storedLine(results, kind)),
      `stores: ${storeNames}`,
    ].join('\n'),
    header: [
      'user',
      'contestant',
      'requests/s',
      'CPU µs/request',
      'CPU × floor',
      'p99 ms',
      'tidemark is × as fast',
    ],
    rows,
  };
}

function storedLine({ users, forms }: Results, kind: Kind): string {
  const { blocks, rawCells, bytes } = forms[kind];
  const form = `${users[kind][0]!.events} events in ${blocks} blocks and ${rawCells} cells, ${bytes} bytes`;
  return `${users[kind].length} ${kind} users (${form})`;
}

/** Returns our throughput divided by the contestant's. */
function speedOver(measures: Measures, name: Contestant, kind: Kind): number {
  const perSecond = (of: Contestant): number => summaryOf(measures.get(of)![kind]).perSecond;
  return perSecond('tidemark') / perSecond(name);
}

/** Returns the contestant's processor time per request divided by the floor's. */
function cpuByFloor(measures: Measures, name: Contestant, kind: Kind): number {
  const cpuMicros = (of: Contestant): number => summaryOf(measures.get(of)![kind]).cpuMicros;
  return cpuMicros(name) / cpuMicros(FLOOR);
}

/**
 * Least throughput of ours divided by a contestant's. The emulator takes most of the time of a request of ours, so that the ratios
 * are smaller.
 */
const SPEED_TARGETS = {
  embedded: [
    ['Express + veneer', 'typical', 20],
    ['Express + veneer', 'unpacked', 10],
    ['Express + veneer', 'heavy', 80],
    ['Redis', 'light', 1],
    ['Redis', 'typical', 3],
    ['Redis', 'heavy', 10],
  ],
  emulator: [
    ['Express + veneer', 'typical', 12],
    ['Express + veneer', 'unpacked', 3],
  ],
} as const satisfies Record<StoreName, readonly (readonly [Contestant, Kind, number])[]>;

function targetsOf({ measures, openLoops, watermarks, store }: Results): readonly Target[] {
  const speeds = SPEED_TARGETS[store]
    .filter(([name]) => measures.has(name))
    .map(([name, kind, least]) =>
      target(`requests/s, tidemark / ${name}, ${kind}`, speedOver(measures, name, kind), '>=', least),
    );
  if (store === 'emulator') return speeds;
  return [...speeds, cpuTarget(measures), ...openLoopTargets(openLoops), ...watermarkTargets(watermarks)];
}

function cpuTarget(measures: Measures): Target {
  const cpuMicros = (name: Contestant): number => summaryOf(measures.get(name)!.typical).cpuMicros;
  const ratio = cpuMicros('tidemark') / cpuMicros('ReadRows alone');
  return target('CPU per request, tidemark / ReadRows alone, typical', ratio, '<=', 3.5);
}
