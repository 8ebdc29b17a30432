import { type BenchResult, type BenchTable, rounded, target } from '../harness';
import type { CostOfShape } from './cost';
import type { Decisions } from './decisions';
import { ALWAYS_THE_ORIGIN, type Latency } from './latencies';
import type { Share } from './shares';
import { BOUND_MS, ROWS, WRITES_PER_SECOND } from './stage';

export interface Measured {
  readonly decisions: Decisions;
  readonly costs: readonly CostOfShape[];
  readonly shares: readonly Share[];
  readonly latencies: readonly Latency[];
}

export function report(measured: Measured): BenchResult {
  const { decisions, costs } = measured;
  return {
    figures: figuresOf(measured),
    targets: [
      ...costs.map(({ shape, ratio }) =>
        target(`CPU of an eventual read, times a bare one, ${shapeText(shape)}`, ratio, '<=', 1.1),
      ),
      target(`routing decision, ${decisions.clusters} clusters, µs`, decisions.readNanos / 1_000, '<=', 2),
    ],
    tables: [
      costTable(costs),
      ...sharesTables(measured.shares),
      latencyTable(measured.latencies),
      decisionTable(decisions),
    ],
  };
}

const shapeText = ({ cells, watermarks }: CostOfShape['shape']): string =>
  `${cells} ${cells === 1 ? 'cell' : 'cells'}, ${watermarks} ${watermarks === 1 ? 'writer' : 'writers'}`;

function figuresOf({ decisions, costs, shares, latencies }: Measured): Record<string, number> {
  const figures: [string, number][] = [
    ['routing decision of a read, ns', decisions.readNanos],
    ['routing decision of a write, ns', decisions.writeNanos],
    ...costs.flatMap(({ shape, ratio, clientRatio }): [string, number][] => [
      [`CPU of an eventual read, times a bare one, ${shapeText(shape)}`, ratio],
      [`client CPU of an eventual read, times a bare one, ${shapeText(shape)}`, clientRatio],
    ]),
    ...shares.flatMap((share): [string, number][] => {
      const of = `${share.level}, ${share.evidence}, replication ${share.replicationMs} ms, clients ${share.linkMs} ms away`;
      return [
        [`answered by the nearest, ${of}`, share.nearest],
        [`answered by the nearest alone, ${of}`, share.alone],
      ];
    }),
    ...latencies.flatMap(({ name, linkMs, p50Ms, p99Ms }): [string, number][] => [
      [`p50 ms, ${name}, ${linkMs} ms`, p50Ms],
      [`p99 ms, ${name}, ${linkMs} ms`, p99Ms],
    ]),
  ];
  return Object.fromEntries(figures.map(([name, value]) => [name, rounded(value)]));
}

const micros = (value: number): string => String(rounded(value));

function costTable(costs: readonly CostOfShape[]): BenchTable {
  return {
    title:
      'Processor time of an eventual read, µs: a bare read of the row, and one with its watermark (client + server)',
    header: ['row', 'bare', 'with watermark', '×, both', '×, client alone'],
    rows: costs.map(({ shape, bare, reader, ratio, clientRatio }) => [
      shapeText(shape),
      `${micros(bare.client)} + ${micros(bare.server)}`,
      `${micros(reader.client)} + ${micros(reader.server)}`,
      ratio.toFixed(3),
      clientRatio.toFixed(3),
    ]),
  };
}

function sharesTables(shares: readonly Share[]): BenchTable[] {
  return [...new Set(shares.map(({ linkMs }) => linkMs))].map((linkMs) => {
    const own = shares.filter((share) => share.linkMs === linkMs);
    const columns = [...new Set(own.map(columnOf))];
    const delays = [...new Set(own.map(({ replicationMs }) => replicationMs))];
    return {
      title:
        `Reads answered by the nearest replica (and by it alone), p50: clients ${linkMs} ms from the other region; ` +
        `${ROWS} rows, ${WRITES_PER_SECOND} writes a second; bounded by ${BOUND_MS / 1_000} s`,
      header: ['replication', ...columns],
      rows: delays.map((delay) => [
        `${delay} ms`,
        ...columns.map((column) =>
          shareText(own.find((share) => share.replicationMs === delay && columnOf(share) === column)),
        ),
      ]),
    };
  });
}

const columnOf = ({ level, evidence }: Share): string => `${level}, ${evidence}`;

function shareText(share: Share | undefined): string {
  if (share === undefined) return '';
  const percent = (value: number): string => `${Math.round(value * 100)} %`;
  return `${percent(share.nearest)} (${percent(share.alone)}), ${rounded(share.p50Ms)} ms`;
}

function latencyTable(latencies: readonly Latency[]): BenchTable {
  const links = [...new Set(latencies.map(({ linkMs }) => linkMs))];
  const names = [...new Set(latencies.map(({ name }) => name))];
  const cell = (name: string, linkMs: number): string => {
    const found = latencies.find((each) => each.name === name && each.linkMs === linkMs);
    return found === undefined ? '' : `${rounded(found.p50Ms)} / ${rounded(found.p99Ms)}`;
  };
  return {
    title: `Latency, p50 / p99 in ms, from a region without the writes; ${ALWAYS_THE_ORIGIN}: a bare read there`,
    header: ['read', ...links.map((linkMs) => `regions ${linkMs} ms apart`)],
    rows: names.map((name) => [name, ...links.map((linkMs) => cell(name, linkMs))]),
  };
}

function decisionTable({ clusters, readNanos, writeNanos }: Decisions): BenchTable {
  return {
    title: 'Choosing the order of clusters for a row, ns',
    header: ['clusters', 'read', 'write'],
    rows: [[String(clusters), String(Math.round(readNanos)), String(Math.round(writeNanos))]],
  };
}
