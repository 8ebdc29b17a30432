/** Counts of a thousand campaigns in one read, beside the bare ReadRows of the same cells. */
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { setCell } from '../../../src/bigtable/write/mutations';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import type { DataClient, RowMutations } from '../../../src/bigtable/client/types';
import { PersistedSketch } from '../../../src/codec/sketches/persisted-sketch';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { sketchColumn, sketchRowKey, type SketchKind } from '../../../src/core/sketches/sketch-row';
import { DEFAULTS } from '../../../src/config/defaults';
import { sketchCellFilter } from '../../../src/operations/campaign-counts/sketch-cell-filter';
import { createCountCampaigns } from '../../../src/operations/campaign-counts/count-campaigns';
import { systemClock } from '../../../src/platform/time/clock';
import type { Store } from '../../../src/store/open-store';
import { CAMPAIGN_ACTION, FAMILY, queryOf, TABLE } from '../../support/campaign-sketches';
import { randomWords } from '../../support/random-words';
import { median, WrongAnswer, type BenchOptions, type BenchSize } from '../harness';

export interface ReadFigures {
  readonly name: string;
  readonly campaigns: number;
  readonly cells: number;
  readonly bytes: number;
  readonly ms: number;
  readonly cpuMs: number;
  readonly floorMs: number;
  readonly floorCpuMs: number;
}

const PLANS: Readonly<Record<BenchSize, { readonly campaigns: number; readonly rounds: number }>> = {
  full: { campaigns: 1_000, rounds: 15 },
  quick: { campaigns: 1_000, rounds: 3 },
  smoke: { campaigns: 100, rounds: 1 },
};
const WRITERS = 2;
/** Maximum number of views per campaign and writer: about as many as are purchased for a day. */
const SIZES: Readonly<Record<string, number>> = { view: 8_000, click: 200 };
/** Campaigns have so many different sizes. */
const SIZE_STEPS = 1_000;
const ADDED = 30;
const ROWS_PER_CALL = 50;
const DEVIATIONS_MAX = 6;
const DAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

export async function measureReads(
  store: Store,
  endpoint: string,
  { size, progress }: BenchOptions,
): Promise<ReadFigures[]> {
  const { project, instance } = DEFAULTS.bigtable;
  const client = createDataClient({
    transport: createTransport({ endpoint, plaintext: true }),
    project,
    instance,
  });
  const { campaigns, rounds } = PLANS[size];
  const ids = Array.from(
    { length: campaigns },
    (_, i) => `00000000-0000-4000-9000-${String(i).padStart(12, '0')}`,
  );
  progress(`storing sketches of ${campaigns} campaigns`);
  const truth = await storeCampaigns(client, ids);
  progress('counts of all of them');
  const run = { store, client, ids, truth, rounds };
  const figures = [
    await measure('views', ['view'], run),
    await measure('views, clicks and users', ['view', 'click'], run),
  ];
  await client.close();
  return figures;
}

interface Run {
  readonly store: Store;
  readonly client: DataClient;
  readonly ids: readonly string[];
  /** Views of each campaign. */
  readonly truth: readonly number[];
  readonly rounds: number;
}

async function measure(
  name: string,
  actions: readonly string[],
  { store, client, ids, truth, rounds }: Run,
): Promise<ReadFigures> {
  const reach = actions.length > 1;
  const count = createCountCampaigns({
    reader: store.reader,
    partsOf: store.sketchTables.counted,
    clock: systemClock,
    limits: DEFAULTS.campaignCounts,
    tokens: DEFAULTS.tokens,
  });
  const query = queryOf(
    CAMPAIGN_ACTION,
    { campaigns: ids, days: [DAY], actions, by: 'day', reach },
    Date.now(),
  );
  const kinds: SketchKind[] = reach ? ['events', 'users'] : ['events'];
  const actionCodes = query.actions.map(({ code }) => code);
  const filter = sketchCellFilter(FAMILY, {
    hours: undefined,
    actionCodes,
    kinds,
    breakdownIndex: undefined,
  });
  const keys = ids.map((id) => sketchRowKey(id, DAY));
  let read = { cells: 0, bytes: 0 };
  const ours: Timed[] = [];
  const floor: Timed[] = [];
  for (let round = 0; round <= rounds; round++) {
    const counted = await timed(() => count({ query, consistency: EVENTUAL }));
    checkViews(counted.value.campaigns, truth);
    const bare = await timed(() => bareRead(client, { table: TABLE, keys, filter }));
    read = bare.value;
    if (round === 0) continue;
    ours.push(counted);
    floor.push(bare);
  }
  const of = (all: readonly Timed[], value: (each: Timed) => number): number => median(all.map(value));
  return {
    name,
    campaigns: ids.length,
    ...read,
    ms: of(ours, ({ ms }) => ms),
    cpuMs: of(ours, ({ cpuMs }) => cpuMs),
    floorMs: of(floor, ({ ms }) => ms),
    floorCpuMs: of(floor, ({ cpuMs }) => cpuMs),
  };
}

/** In as many calls as rows fit into one, as the counts do it. */
async function bareRead(
  client: DataClient,
  request: Parameters<DataClient['readRows']>[0],
): Promise<{ cells: number; bytes: number }> {
  let cells = 0;
  let bytes = 0;
  for await (const row of client.readRows(request)) {
    for (const cell of row.cells) {
      cells++;
      bytes += cell.qualifier.length + cell.value.length;
    }
  }
  return { cells, bytes };
}

interface Timed {
  readonly ms: number;
  readonly cpuMs: number;
}

async function timed<Value>(run: () => Promise<Value>): Promise<Timed & { readonly value: Value }> {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const value = await run();
  const { user, system } = process.cpuUsage(before);
  return { value, ms: performance.now() - startedMs, cpuMs: (user + system) / 1_000 };
}

type Counted = Awaited<ReturnType<ReturnType<typeof createCountCampaigns>>>['campaigns'];

function checkViews(campaigns: Counted, truth: readonly number[]): void {
  campaigns.forEach((each, place) => {
    if ('error' in each) throw each.error;
    const { count } = each.counts[0]![0]!.events;
    const views = truth[place]!;
    if (Math.abs(count - views) > DEVIATIONS_MAX * 0.0081 * views)
      throw new WrongAnswer(`${count} are counted of ${views}`);
  });
}

/** Writes sketches as two processes would. Resolves with the views of each. */
async function storeCampaigns(client: DataClient, ids: readonly string[]): Promise<number[]> {
  const views: number[] = [];
  let rows: RowMutations[] = [];
  for (const [place, id] of ids.entries()) {
    const row = rowOf(id, place);
    views.push(row.views);
    rows.push(row);
    if (rows.length < ROWS_PER_CALL) continue;
    const failure = (await client.mutateRows(TABLE, rows)).find((each) => each !== undefined);
    if (failure !== undefined) throw failure;
    rows = [];
  }
  return views;
}

function rowOf(id: string, place: number): RowMutations & { readonly views: number } {
  const word = randomWords(place);
  const mutations: RowMutations['mutations'][number][] = [];
  let views = 0;
  for (let writer = 0; writer < WRITERS; writer++) {
    for (const { name, code: actionCode } of CAMPAIGN_ACTION.events.actions) {
      const items = Math.ceil(SIZES[name]! * (0.2 + (0.8 * ((place * 7) % SIZE_STEPS)) / SIZE_STEPS));
      if (name === 'view') views += items + ADDED;
      for (const kind of ['events', 'users'] as const) {
        for (const { part, value } of cellsOf(items, word)) {
          const column = {
            hour: undefined,
            actionCode,
            kind,
            breakdown: undefined,
            writer: `write${writer}`,
            part,
          };
          mutations.push(setCell(FAMILY, sketchColumn(column), Date.now() * 1_000, value));
        }
      }
    }
  }
  return { key: sketchRowKey(id, DAY), mutations, views };
}

/** A whole, and what has come since. */
function cellsOf(items: number, word: () => number) {
  const sketch = new PersistedSketch();
  const add = (count: number): void => {
    for (let i = 0; i < count; i++) sketch.add(word(), word());
  };
  add(items);
  const whole = sketch.pendingWrite()!;
  sketch.confirmWritten(whole);
  add(ADDED);
  return [...whole.cells, ...sketch.pendingWrite()!.cells];
}
