/** Cost of an eventual read by the number of processes that have written its row: each has left a column. */
import { setCell } from '../../../src/bigtable/write/mutations';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { WATERMARK_COLUMN_BYTES, WATERMARK_FAMILY } from '../../../src/core/consistency/row-watermark';
import { systemClock } from '../../../src/platform/time/clock';
import { type BenchOptions, type BenchSize, type BenchTable, median, rounded, WrongAnswer } from '../harness';
import { Bigtable } from './bigtable';
import { type Cost, costOf, readsOf, ROUNDS } from './cost';
import { FILTER, keyOf, manyCells } from './rows';
import { openStore, type RegionStore } from './store';
import { HOME, oneRegion, TABLE } from './topology';

export interface CostOfColumns {
  readonly writers: number;
  readonly cost: Cost;
}

const ALL_WRITERS = [1, 10, 100, 500, 2_000];
const WRITERS: Readonly<Record<BenchSize, readonly number[]>> = {
  full: ALL_WRITERS,
  quick: ALL_WRITERS,
  smoke: [10],
};
const CELLS = 20;

export async function measureColumns({ size, progress }: BenchOptions): Promise<CostOfColumns[]> {
  const bigtable = await Bigtable.start(oneRegion());
  const store = openStore(bigtable, { region: HOME, quiet: true });
  const costs: CostOfColumns[] = [];
  try {
    for (const [row, writers] of WRITERS[size].entries()) {
      progress(`columns: ${writers} writers`);
      await write(store, keyOf(row), writers);
      costs.push(await measure(store, { key: keyOf(row), writers, serverPid: bigtable.pid, size }));
    }
    return costs;
  } finally {
    await store.close();
    await bigtable.stop();
  }
}

/** Over a week, as processes come and go. */
async function write({ clients, router }: RegionStore, key: Buffer, writers: number): Promise<void> {
  const cluster = router.forRead(TABLE, key)[0]!;
  const nowMs = systemClock.nowMs();
  const watermarks = Array.from({ length: writers }, (_, writer) => {
    const column = Buffer.alloc(WATERMARK_COLUMN_BYTES);
    column.write(cluster.code, 'latin1');
    column.writeUInt32BE(Math.imul(writer + 1, 0x9e3779b1) >>> 0, WATERMARK_COLUMN_BYTES - 4);
    const agoMs = Math.floor((writer / writers) * SPAN_MS);
    return setCell(WATERMARK_FAMILY, column, (nowMs - agoMs) * 1_000, Buffer.alloc(0));
  });
  await clients.of(cluster).mutateRow(TABLE, { key, mutations: [...manyCells(CELLS), ...watermarks] });
}

const SPAN_MS = 7 * 86_400_000;

async function measure(
  { reader }: RegionStore,
  { key, writers, serverPid, size }: { key: Buffer; writers: number; serverPid: number; size: BenchSize },
): Promise<CostOfColumns> {
  const request = { table: TABLE, key, filter: FILTER };
  const { row } = await reader.readRow(request, EVENTUAL);
  if (row?.cells.length !== CELLS) throw new WrongAnswer('the reader answers otherwise');
  const count = readsOf(size, 20 + writers);
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS[size]; round++)
    costs.push(await costOf(serverPid, async () => (await reader.readRow(request, EVENTUAL)).row, count));
  const measured = costs.slice(1);
  const cost = {
    client: median(measured.map(({ client }) => client)),
    server: median(measured.map(({ server }) => server)),
  };
  return { writers, cost };
}

export function columnsTable(costs: readonly CostOfColumns[]): BenchTable {
  return {
    title: `Processor time of an eventual read of ${CELLS} cells, µs of client + server, by how many processes wrote its row in a week`,
    header: ['writers', 'reader'],
    rows: costs.map(({ writers, cost }) => [
      String(writers),
      `${rounded(cost.client)} + ${rounded(cost.server)}`,
    ]),
  };
}
