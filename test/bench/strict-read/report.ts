import { type BenchResult, type BenchTable, rounded, target } from '../harness';
import { chainsTable, type CostOfChains } from './chains';
import { columnsTable, type CostOfColumns } from './columns';
import { CONTESTANTS, type CostOfShape } from './cost';
import type { Decisions } from './decisions';
import { ALWAYS_THE_ORIGIN, type Latency } from './latencies';
import { type LookupCount, lookupsTable, SLOW_MS } from './lookups';
import type { Share } from './shares';
import { BOUND_MS, ROWS, WRITES_PER_SECOND } from './stage';

export interface Measured {
  readonly decisions: readonly Decisions[];
  readonly costs: readonly CostOfShape[];
  readonly columns: readonly CostOfColumns[];
  readonly chains: readonly CostOfChains[];
  readonly lookups: readonly LookupCount[];
  readonly shares: readonly Share[];
  readonly latencies: readonly Latency[];
}

export function report(measured: Measured): BenchResult {
  const { decisions, costs, lookups } = measured;
  return {
    figures: figuresOf(measured),
    targets: [
      ...costs.map((cost) =>
        target(
          `CPU of an eventual read, times one without watermarks, ${shapeText(cost)}`,
          cost.watermark,
          '<=',
          1.1,
        ),
      ),
      ...lookups.map((count) =>
        target(`lookups per read, ${lookupsText(count)}`, count.mean, '<=', lookupsMost(count)),
      ),
      ...decisions.map((made) =>
        target(`routing decision, ${placesText(made)}, µs`, made.readNanos / 1_000, '<=', 2),
      ),
    ],
    tables: [
      costTable(costs),
      columnsTable(measured.columns),
      chainsTable(measured.chains),
      lookupsTable(lookups),
      ...sharesTables(measured.shares),
      latencyTable(measured.latencies),
      decisionTable(decisions),
    ],
  };
}

function shapeText({ clusters, cells, watermarks }: CostOfShape): string {
  const many = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
  return `${many(clusters, 'cluster')}, ${many(cells, 'cell')}, ${many(watermarks, 'writer')}`;
}

const lookupsText = ({ level, clusters, slowMs }: LookupCount): string =>
  `${level}, ${clusters} clusters${slowMs === 0 ? '' : `, all slower by ${SLOW_MS} ms`}`;

/**
 * Returns the largest number of lookups: the necessary ones, now and then the row of an origin that has just been written, and
 * the budget.
 */
function lookupsMost({ level, clusters }: LookupCount): number {
  const necessary = level === 'eventual' || level === 'with a token' ? 1 : clusters;
  return rounded(1.1 * necessary);
}

function figuresOf({
  decisions,
  costs,
  columns,
  lookups,
  shares,
  latencies,
}: Measured): Record<string, number> {
  const figures: [string, number][] = [
    ...decisions.flatMap((made): [string, number][] => [
      [`routing decision of a read, ${placesText(made)}, ns`, made.readNanos],
      [`routing decision of a write, ${placesText(made)}, ns`, made.writeNanos],
    ]),
    ...costs.flatMap((cost): [string, number][] => [
      [`CPU of a read with its watermark, times a bare one, ${shapeText(cost)}`, cost.along],
      [`CPU of an eventual read, times one without watermarks, ${shapeText(cost)}`, cost.watermark],
      [`CPU of an eventual read, times a bare one, ${shapeText(cost)}`, cost.reader],
      [`client CPU of an eventual read, times a bare one, ${shapeText(cost)}`, cost.readerClient],
    ]),
    ...lookups.flatMap((count): [string, number][] => [
      [`lookups per read, ${lookupsText(count)}`, count.mean],
      [`p99 ms on simulated time, ${lookupsText(count)}`, count.p99Ms],
    ]),
    ...columns.map(({ writers, cost }): [string, number] => [
      `CPU of an eventual read, µs, ${writers} writers in a week`,
      cost.client + cost.server,
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

function costTable(costs: readonly CostOfShape[]): BenchTable {
  return {
    title:
      'Processor time of an eventual read, µs of client + server: a bare read of the row; the same with its watermark ' +
      'fetched along; the reader without watermarks (plain); the reader',
    header: [
      'clusters, row, its writers',
      'bare',
      'along',
      'plain',
      'reader',
      'reader ÷ plain',
      'along ÷ bare',
      'reader ÷ bare',
      '… client alone',
    ],
    rows: costs.map((cost) => [
      shapeText(cost),
      ...CONTESTANTS.map(
        (name) => `${rounded(cost.costs[name].client)} + ${rounded(cost.costs[name].server)}`,
      ),
      ...[cost.watermark, cost.along, cost.reader, cost.readerClient].map((ratio) => ratio.toFixed(2)),
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

const placesText = ({ clusters, regions }: Decisions): string =>
  `${clusters} clusters in ${regions === 1 ? 'one region' : `${regions} regions`}`;

function decisionTable(decisions: readonly Decisions[]): BenchTable {
  return {
    title: 'Choosing the order of clusters for a row, ns',
    header: ['', 'read', 'write'],
    rows: decisions.map((made) => [
      placesText(made),
      String(Math.round(made.readNanos)),
      String(Math.round(made.writeNanos)),
    ]),
  };
}
