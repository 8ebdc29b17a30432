/** The job as `tidemark compact` runs it, on the embedded Bigtable in a process of its own; and queries before and after. */
import { countEvents } from '../../../src/core/counts/count-events';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { DEFAULTS } from '../../../src/config/defaults';
import { createCompact, type CompactionSummary } from '../../../src/operations/compaction/compact';
import { createReadUserEvents, type UserEvents } from '../../../src/operations/events/read-user-events';
import { systemClock } from '../../../src/platform/time/clock';
import { systemRandom } from '../../../src/platform/random';
import { NO_TRACING } from '../../../src/platform/telemetry/tracing';
import type { Store } from '../../../src/store/open-store';
import { fieldOf } from '../../support/events';
import { deduplicate } from '../../support/reference-counts';
import { openTestStore } from '../../support/open-test-store';
import { applySchema } from '../../support/running-app';
import { startBigtableProcess } from '../bigtable-process';
import { median, WrongAnswer, type BenchOptions, type BenchSize } from '../harness';
import { rowsOf } from '../ingest/data';
import { AD_ACTION, DAY_MS, TYPE } from '../scan/data';
import { kindsOf, usersOf, type BenchUser, type UserKind } from './data';

export interface QueryFigures {
  readonly kind: UserKind['name'];
  /** Median over the users of a query over 30 days. */
  readonly cells: number;
  readonly bytes: number;
  readonly ms: number;
}

export interface JobFigures {
  readonly events: number;
  readonly eventsPerSecond: number;
  readonly cpuUsPerEvent: number;
  /** When all is packed. */
  readonly idleRowsPerSecond: number;
  readonly bytesPerEvent: number;
  readonly before: readonly QueryFigures[];
  readonly after: readonly QueryFigures[];
}

/** Figures of one query. */
const PERIOD_MS = 30 * DAY_MS;

const USERS: Readonly<Record<BenchSize, Readonly<Record<UserKind['name'], number>>>> = {
  full: { light: 2_000, typical: 200, varied: 100, heavy: 10 },
  quick: { light: 200, typical: 20, varied: 10, heavy: 1 },
  smoke: { light: 5, typical: 2, varied: 1, heavy: 1 },
};

export async function measureJob({ size, store: name, progress }: BenchOptions): Promise<JobFigures> {
  const bigtable = await startBigtableProcess(name);
  await applySchema(bigtable.endpoint);
  const store = openTestStore({ BIGTABLE_EMULATOR_HOST: bigtable.endpoint });
  try {
    const nowMs = systemClock.nowMs();
    const counts = USERS[size];
    const users = kindsOf(size).flatMap((kind) => usersOf(kind, counts[kind.name], nowMs));
    progress(`writing the events of ${users.length} users`);
    await write(store, users);
    progress('queries before');
    const before = await query(store, users, nowMs);
    compareWithReference(users, before.answers, nowMs);
    progress('compaction');
    const first = await compact(store);
    progress('queries after');
    const after = await query(store, users, nowMs);
    for (const [userId, answer] of before.answers) {
      if (after.answers.get(userId) !== answer)
        throw new WrongAnswer(`${userId} has other counts after compaction`);
    }
    const idle = await compact(store);
    if (idle.summary.rowsPacked > 0) throw new WrongAnswer('the second round found something to pack');
    const { eventsPacked: events, seconds, bytesPerEvent = NaN } = first.summary;
    return {
      events,
      bytesPerEvent,
      before: before.figures,
      after: after.figures,
      eventsPerSecond: events / seconds,
      cpuUsPerEvent: first.cpuUs / events,
      idleRowsPerSecond: idle.summary.rows / idle.summary.seconds,
    };
  } finally {
    await store.close();
    await bigtable.stop();
  }
}

async function write({ writer }: Store, users: readonly BenchUser[]): Promise<void> {
  for (const user of users) {
    const rows = rowsOf(user.events);
    const results = await writer.mutateRows(AD_ACTION.corpus, rows);
    for (const result of results) if (result instanceof Error) throw result;
  }
}

async function compact(
  store: Store,
): Promise<{ readonly summary: CompactionSummary; readonly cpuUs: number }> {
  const run = createCompact({
    scanner: store.scanner,
    reader: store.reader,
    writer: store.writer,
    privacy: store.privacy,
    clock: systemClock,
    random: systemRandom,
    tracing: NO_TRACING,
    rate: { reserve: () => 0 },
    limits: {
      ...DEFAULTS.bigtable,
      ...DEFAULTS.compaction,
      replicationLagMaxMs: DEFAULTS.consistency.replicationLagMaxMs,
    },
  });
  const cpu = process.cpuUsage();
  const worker = { index: 0, count: 1 };
  const { signal } = new AbortController();
  const summary = await run({ dataType: AD_ACTION, worker, dryRun: false, signal });
  if (summary.status !== 'complete') throw new Error(summary.error?.message);
  const { user, system } = process.cpuUsage(cpu);
  return { summary, cpuUs: user + system };
}

async function query(store: Store, users: readonly BenchUser[], nowMs: number) {
  const read = createReadUserEvents({ reader: store.reader, clock: systemClock, limits: DEFAULTS.counts });
  const answers = new Map<string, string>();
  const seen = new Map<UserKind['name'], { cells: number; bytes: number; ms: number }[]>();
  for (const { userId, kind } of users) {
    const period = { actions: TYPE.actions, fromMs: nowMs - PERIOD_MS, toMs: nowMs };
    const startedMs = performance.now();
    const found = await read({ dataType: AD_ACTION, userId, ...period }, EVENTUAL);
    answers.set(userId, countsOf(found, period));
    const ms = performance.now() - startedMs;
    const { rawCells, rawBytes, blocks, blockBytes } = found.events.stats;
    seen.set(kind.name, [
      ...(seen.get(kind.name) ?? []),
      { cells: rawCells + blocks, bytes: rawBytes + blockBytes, ms },
    ]);
  }
  const figures = [...seen].map(([kind, each]): QueryFigures => ({
    kind,
    cells: median(each.map(({ cells }) => cells)),
    bytes: median(each.map(({ bytes }) => bytes)),
    ms: median(each.map(({ ms }) => ms)),
  }));
  return { answers, figures };
}

/** Counts of the written events, computed without the product's code. */
function compareWithReference(
  users: readonly BenchUser[],
  answers: ReadonlyMap<string, string>,
  nowMs: number,
): void {
  for (const { userId, events } of users) {
    const counts = new Map<string, Map<string, number>>();
    for (const event of deduplicate(events)) {
      if (event.eventTimeMs < nowMs - PERIOD_MS || event.eventTimeMs >= nowMs) continue;
      const campaign = fieldOf(event, 'campaignId', TYPE)!;
      const ofCampaign = counts.get(campaign) ?? new Map<string, number>();
      counts.set(campaign, ofCampaign.set(event.action, (ofCampaign.get(event.action) ?? 0) + 1));
    }
    const expected = [...counts].map(([campaign, ofCampaign]) =>
      countsText(
        campaign,
        [...ofCampaign].map(([action, count]) => `${action}=${count}`),
      ),
    );
    if (expected.sort().join('\n') !== answers.get(userId)) {
      throw new WrongAnswer(`${userId} has other counts than its events`);
    }
  }
}

const countsText = (campaign: string, counts: string[]): string => `${campaign}: ${counts.sort().join(' ')}`;

/** Counts of all campaigns, by action. */
function countsOf(found: UserEvents, period: { readonly fromMs: number; readonly toMs: number }): string {
  const level = TYPE.levels.find(({ name }) => name === 'campaign')!;
  const asked = {
    actions: TYPE.actions,
    where: [],
    groupBy: ['action' as const],
    entities: [{ level, ids: '*' as const }],
    windows: [{ name: 'all', ...period }],
  };
  const table = countEvents(asked, found.events.parts, found.countedFromMs);
  const { ids, counts, grouped } = table.levels[0]!;
  const each = Array.from({ length: ids.size }, (_, id) => {
    const rows = [...counts.subarray(grouped!.starts[id], grouped!.starts[id + 1])];
    const groups = [...grouped!.groups.subarray(grouped!.starts[id], grouped!.starts[id + 1])];
    return countsText(
      ids.text(id),
      rows.map((count, row) => `${table.groups![groups[row]!]!.join()}=${count}`),
    );
  });
  return each.sort().join('\n');
}
