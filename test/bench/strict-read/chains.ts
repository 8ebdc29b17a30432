/** Cost of a read that must prove its answer, by the writes of its row: each has left a cell that names the one before. */
import { setCell } from '../../../src/bigtable/write/mutations';
import { EVENTUAL, type Consistency } from '../../../src/core/consistency/consistency';
import {
  watermarkColumnOf,
  encodePredecessor,
  WATERMARK_FAMILY,
  WRITER_BYTES,
} from '../../../src/core/consistency/row-watermark';
import { systemClock } from '../../../src/platform/time/clock';
import { type BenchOptions, type BenchSize, type BenchTable, median, rounded, WrongAnswer } from '../harness';
import { Bigtable } from './bigtable';
import { type Cost, costOf, readsOf, ROUNDS } from './cost';
import { FILTER, keyOf, manyCells } from './rows';
import { openStore, type RegionStore } from './store';
import { HOME, oneRegion, TABLE } from './topology';

export interface CostOfChains {
  readonly writers: number;
  /** Writes of each writer within the horizon. */
  readonly writes: number;
  readonly eventual: Cost;
  readonly strict: Cost;
}

type Shape = readonly [writers: number, writes: number];

const ALL_SHAPES: readonly Shape[] = [
  [1, 1],
  [1, 32],
  [10, 8],
  [10, 32],
  [100, 8],
];
const SHAPES: Readonly<Record<BenchSize, readonly Shape[]>> = {
  full: ALL_SHAPES,
  quick: ALL_SHAPES,
  smoke: [[10, 8]],
};
const CELLS = 20;
const STRICT: Consistency = { level: 'strict' };

export async function measureChains({ size, progress }: BenchOptions): Promise<CostOfChains[]> {
  const bigtable = await Bigtable.start(oneRegion());
  const store = openStore(bigtable, { region: HOME, quiet: true });
  const costs: CostOfChains[] = [];
  try {
    for (const [row, [writers, writes]] of SHAPES[size].entries()) {
      progress(`chains: ${writers} writers, ${writes} writes each`);
      const key = keyOf(row);
      await write(store, key, { writers, writes });
      const count = readsOf(size, 20 + writers * writes);
      const of = { key, serverPid: bigtable.pid, count, rounds: ROUNDS[size] };
      const eventual = await measure(store, { ...of, consistency: EVENTUAL });
      const strict = await measure(store, { ...of, consistency: STRICT });
      costs.push({ writers, writes, eventual, strict });
    }
    return costs;
  } finally {
    await store.close();
    await bigtable.stop();
  }
}

/** A minute between two writes of a writer. */
async function write(
  { clients, router }: RegionStore,
  key: Buffer,
  { writers, writes }: { writers: number; writes: number },
): Promise<void> {
  const cluster = router.forRead(TABLE, key)[0]!;
  const firstMs = systemClock.nowMs() - writes * 60_000;
  const watermarks = Array.from({ length: writers * writes }, (_, index) => {
    const id = Buffer.alloc(WRITER_BYTES);
    id.writeUInt32BE(Math.floor(index / writes) + 1);
    const nth = index % writes;
    const versionMs = firstMs + nth * 60_000;
    const column = Buffer.from(watermarkColumnOf(cluster.code, id.toString('latin1')), 'latin1');
    const predecessor = encodePredecessor(nth === 0 ? 0 : versionMs - 60_000);
    return setCell(WATERMARK_FAMILY, column, versionMs * 1_000, predecessor);
  });
  await clients.of(cluster).mutateRow(TABLE, { key, mutations: [...manyCells(CELLS), ...watermarks] });
}

async function measure(
  { reader }: RegionStore,
  of: {
    readonly key: Buffer;
    readonly serverPid: number;
    readonly count: number;
    /** The first one warms up. */
    readonly rounds: number;
    readonly consistency: Consistency;
  },
): Promise<Cost> {
  const request = { table: TABLE, key: of.key, filter: FILTER };
  const read = async () => (await reader.readRow(request, of.consistency)).row;
  if ((await read())?.cells.length !== CELLS) throw new WrongAnswer('the reader answers otherwise');
  const costs: Cost[] = [];
  for (let round = 0; round < of.rounds; round++) costs.push(await costOf(of.serverPid, read, of.count));
  const measured = costs.slice(1);
  return {
    client: median(measured.map(({ client }) => client)),
    server: median(measured.map(({ server }) => server)),
  };
}

export function chainsTable(costs: readonly CostOfChains[]): BenchTable {
  const text = ({ client, server }: Cost): string => `${rounded(client)} + ${rounded(server)}`;
  return {
    title: `Processor time of a read of ${CELLS} cells, µs of client + server, by the writes of its row within the horizon`,
    header: ['writers', 'writes of each', 'eventual', 'strict, at the origin'],
    rows: costs.map(({ writers, writes, eventual, strict }) => [
      String(writers),
      String(writes),
      text(eventual),
      text(strict),
    ]),
  };
}
