/** What the watermark costs an eventual read: the production reader beside a bare read of the same row by the same filter. */
import type { Row } from '../../../src/bigtable/types';
import { EVENTUAL } from '../../../src/core/consistency';
import { type BenchOptions, median, WrongAnswer } from '../harness';
import { settled, usageOf } from '../local-server/usage';
import type { Bigtable } from './bigtable';
import { FILTER, keyOf, manyCells } from './rows';
import type { RegionStore } from './store';
import { TABLE } from './topology';

export interface Shape {
  readonly cells: number;
  readonly watermarks: number;
}

/** Processor time per read, microseconds. */
export interface Cost {
  readonly client: number;
  readonly server: number;
}

export interface CostOfShape {
  readonly shape: Shape;
  readonly bare: Cost;
  readonly reader: Cost;
  /** The median of the rounds' ratios, both processes together, and the client alone. */
  readonly ratio: number;
  readonly clientRatio: number;
}

const SHAPES: readonly Shape[] = [1, 100].flatMap((cells) =>
  [1, 3].map((watermarks) => ({ cells, watermarks })),
);
const IN_FLIGHT = 16;

/** `writers`: stores of different writers, each of which leaves a column of its own. */
export async function measureCosts(
  bigtable: Bigtable,
  writers: readonly RegionStore[],
  options: BenchOptions,
): Promise<CostOfShape[]> {
  const costs: CostOfShape[] = [];
  for (const [index, shape] of SHAPES.entries()) {
    options.progress(`cost: ${shape.cells} cells, ${shape.watermarks} watermark columns`);
    const key = keyOf(index);
    for (const { writer } of writers.slice(0, shape.watermarks)) {
      await writer.mutateRow(TABLE, { key, mutations: manyCells(shape.cells) });
    }
    costs.push(await measureShape({ bigtable, store: writers[0]!, key, shape }, options));
  }
  return costs;
}

interface Subject {
  readonly bigtable: Bigtable;
  readonly store: RegionStore;
  readonly key: Buffer;
  readonly shape: Shape;
}

async function measureShape(subject: Subject, { quick }: BenchOptions): Promise<CostOfShape> {
  const { shape, bigtable } = subject;
  const contestants = contestantsOf(subject);
  await compareAnswers(subject, contestants);
  const reads = quick ? 2_000 : 15_000;
  const rounds: Record<Name, Cost>[] = [];
  for (let round = 0; round <= (quick ? 3 : 12); round++) {
    const costs = {} as Record<Name, Cost>;
    // In turns, and each first as often as the other: whatever drifts strikes both alike.
    const order: readonly Name[] = round % 2 === 0 ? ['bare', 'reader'] : ['reader', 'bare'];
    for (const name of order) costs[name] = await costOf(bigtable.pid, contestants[name], reads);
    if (round > 0) rounds.push(costs);
  }
  const medianOf = (name: Name, part: keyof Cost): number => median(rounds.map((each) => each[name][part]));
  const costOfName = (name: Name): Cost => ({
    client: medianOf(name, 'client'),
    server: medianOf(name, 'server'),
  });
  return {
    ...{ shape, bare: costOfName('bare'), reader: costOfName('reader') },
    ratio: median(rounds.map(({ bare, reader }) => total(reader) / total(bare))),
    clientRatio: median(rounds.map(({ bare, reader }) => reader.client / bare.client)),
  };
}

const total = ({ client, server }: Cost): number => client + server;

type Name = 'bare' | 'reader';
type Read = () => Promise<Row | undefined>;

function contestantsOf({ store, key }: Subject): Record<Name, Read> {
  const { reader, router, clients } = store;
  const client = clients.of(router.forRead(TABLE, key)[0]!);
  const read = { table: TABLE, key, filter: FILTER };
  return {
    bare: () => client.readRow(read),
    reader: async () => (await reader.readRow(read, EVENTUAL)).row,
  };
}

async function compareAnswers({ shape }: Subject, { bare, reader }: Record<Name, Read>): Promise<void> {
  const [own, other] = [await bare(), await reader()];
  if (own?.cells.length !== shape.cells) throw new WrongAnswer(`a bare read gave ${own?.cells.length} cells`);
  const text = (row: Row | undefined): string => JSON.stringify(row);
  if (text(own) !== text(other)) throw new WrongAnswer('the reader answers otherwise than a bare read');
}

async function costOf(serverPid: number, read: Read, reads: number): Promise<Cost> {
  const server = usageOf(serverPid).cpuMicros;
  const client = process.cpuUsage();
  let sent = 0;
  const readOn = async (): Promise<void> => {
    while (sent++ < reads) await read();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, readOn));
  const { user, system } = process.cpuUsage(client);
  const after = await settled(serverPid);
  return { client: (user + system) / reads, server: (after.cpuMicros - server) / reads };
}
