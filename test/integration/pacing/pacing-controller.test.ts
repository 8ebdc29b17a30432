import { cellsPerColumnLimit, passAll } from '../../../src/bigtable/read/filters';
import { deleteFromFamily, setCell } from '../../../src/bigtable/write/mutations';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { LEASE_FAMILY, LEASE_QUALIFIER } from '../../../src/core/pacing/lease';
import type { PublishedSnapshot, PublishedState } from '../../../src/core/pacing/published-state';
import { rowKey } from '../../../src/core/rows/row-key';
import { TidemarkError } from '../../../src/errors';
import { tidemark } from '../../gen/tidemark';
import {
  PacingController,
  type PacingControllerDependencies,
} from '../../../src/operations/pacing/pacing-controller';
import {
  CURRENT_QUALIFIER,
  decodePointer,
  readSnapshot,
  snapshotKey,
} from '../../../src/operations/pacing/pacing-rows';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { seededRandom } from '../../../src/platform/random';
import { NO_TRACING } from '../../../src/platform/telemetry/tracing';
import { embeddedEventStore, eventStore, googleEventStore, type EventStore } from '../../support/event-store';
import { googleBigtableSkipReason } from '../../support/google-bigtable';
import { campaignDay, CONTROLLER_LIMITS, PlainPacer, PlainSources } from '../../support/pacing';
import { VirtualClock } from '../../support/virtual-clock';

const skipReason = googleBigtableSkipReason();
const { leaseMs: LEASE_MS, intervalMs: INTERVAL_MS } = CONTROLLER_LIMITS;
/** A step of virtual time: a lease is a hundred of them. */
const STEP_MS = LEASE_MS / 100;
const STEPS_MAX = 15_000;

const EMBEDDED = 'the embedded Bigtable';

describe.each([
  { name: EMBEDDED, start: () => embeddedEventStore(), skip: undefined },
  { name: "Google's emulator", start: googleEventStore, skip: skipReason },
])('The pacing controller, on $name', ({ name, start, skip }) => {
  const when = skip === undefined ? it : it.skip;
  let first: EventStore;
  let second: EventStore;
  let clock: VirtualClock;
  let sources: PlainSources;
  /** States published to the topic, in order. */
  let topic: PublishedState[];
  let topicFails: boolean;
  let pacers: PlainPacer[];
  const running: PacingController[] = [];

  beforeAll(async () => {
    if (skip !== undefined) return;
    first = await start();
    second = eventStore(first.endpoint, () => Promise.resolve());
  });
  beforeEach(() => {
    clock = new VirtualClock(Date.now());
    sources = new PlainSources();
    [topic, topicFails, pacers] = [[], false, []];
  });
  /** The controllers of the next test find no lease and no published states. */
  afterEach(async () => {
    for (const each of running.splice(0)) await elapsing(each.stop());
    if (skip !== undefined) return;
    const mutations = [deleteFromFamily('pacing_snapshot')];
    await first.store.writer.mutateRow('campaigns', { key: rowKey('pacing'), mutations });
  });
  afterAll(async () => {
    await second?.close();
    await first?.close();
  });

  const controller = (
    holder: string,
    parts: Partial<PacingControllerDependencies> = {},
  ): PacingController => {
    const { store } = holder === 'b' ? second : first;
    const made = new PacingController({
      transactions: store.leaseTransactions,
      reader: store.reader,
      writer: store.writer,
      scanner: store.scanner,
      sources,
      checkMayLead: () => undefined,
      holder,
      clock,
      createPacer: () => {
        const pacer = new PlainPacer();
        pacers.push(pacer);
        return pacer;
      },
      async publishToTopic(states) {
        if (topicFails) throw new Error('the topic is unavailable');
        topic.push(...states);
        return states;
      },
      random: seededRandom(1),
      logger: createLogger({ level: 'silent', service: 'test' }),
      tracing: NO_TRACING,
      limits: CONTROLLER_LIMITS,
      ...parts,
    });
    running.push(made);
    return made;
  };
  /** Advances the clock until the promise is settled, in steps that leave each call some milliseconds. */
  async function elapsing<T>(promise: Promise<T>): Promise<T> {
    let over = false;
    const ending = promise.finally(() => (over = true));
    ending.catch(() => undefined);
    await passes(() => over);
    return ending;
  }
  /** Advances the clock until the condition holds, in small steps that leave each call some milliseconds. */
  async function passes(isSo: () => boolean | Promise<boolean>): Promise<void> {
    for (let steps = 0; !(await isSo()); steps++) {
      if (steps === STEPS_MAX) throw new Error(`not so in ${STEPS_MAX} steps: ${isSo.toString()}`);
      await clock.advance(STEP_MS);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  const rowOf = async (id: string) => {
    const read = { table: 'campaigns', key: rowKey(id), filter: cellsPerColumnLimit(1) };
    return (await first.store.reader.readRow(read, EVENTUAL)).row?.cells ?? [];
  };
  const snapshotIfAny = async (): Promise<PublishedSnapshot | undefined> => {
    const note = decodePointer(await rowOf('pacing'));
    return note && readSnapshot(first.store.reader, note, { consistency: EVENTUAL });
  };
  const snapshot = async (): Promise<PublishedSnapshot> => (await snapshotIfAny())!;
  const objectOf = async (id: string): Promise<tidemark.v1.PacingState> => {
    const cell = (await rowOf(id)).find(({ family }) => family === 'pacing_state');
    return tidemark.v1.PacingState.decode(cell!.value);
  };
  const statesOf = (states: readonly PublishedState[]): readonly string[] =>
    states.map(({ campaignId, state }) => `${campaignId} ${state}`);

  when('all states are published first, then only changes, as objects and on the topic', async () => {
    sources.days = [campaignDay('one'), campaignDay('two')];
    controller('a').start();
    await passes(() => topic.length === 2);
    expect(statesOf(topic)).toEqual(['one active', 'two active']);
    const before = await snapshot();
    sources.counts.set('two', 100);
    await passes(() => topic.length === 3);
    expect(statesOf(topic.slice(2))).toEqual(['two stopped']);
    const after = await snapshot();
    expect(after).toMatchObject({ epoch: before.epoch, sequence: before.sequence + 1, controller: 'a' });
    expect(after.states).toEqual([before.states[0], topic[2]]);
    expect(topic[2]).toMatchObject({ reason: 'units_delivered', count: 100, sequence: after.sequence });
    await passes(async () => (await objectOf('two')).state === 'stopped');
    expect(await objectOf('one')).toMatchObject({ state: 'active', sequence: before.sequence });
  });

  when('changes of a campaign are in its control log, and republished states are not', async () => {
    sources.days = [campaignDay('logged')];
    // Each round publishes all states again.
    controller('a', { limits: { ...CONTROLLER_LIMITS, fullIntervalMs: 0 } }).start();
    const isPublished = (count: number): boolean => topic.some((state) => state.count === count);
    await passes(() => isPublished(0));
    sources.counts.set('logged', 50);
    await passes(() => isPublished(50));
    sources.counts.set('logged', 100);
    await passes(async () => (await objectOf('logged'))?.state === 'stopped');
    const read = { table: 'campaigns', key: rowKey('logged'), filter: passAll() };
    const cells = (await first.store.reader.readRow(read, EVENTUAL)).row?.cells ?? [];
    const changes = cells
      .filter(({ family }) => family === 'pacing_change')
      .map(({ value }) => tidemark.v1.PacingChange.decode(value).state!);
    expect(changes.map(({ state, reason, count }) => `${state} ${reason} ${count}`)).toEqual([
      'stopped units_delivered 100',
      'active on_pace 0',
    ]);
  });

  when('a process that may not see all counts takes no part in the election, and steps down', async () => {
    sources.days = [campaignDay('one')];
    let mayLead = false;
    const denied = new TidemarkError('wrong_region', 'sketches of eu may not be processed');
    const checkMayLead = (): void => {
      if (!mayLead) throw denied;
    };
    const a = controller('a', { checkMayLead });
    await expect(elapsing(a.runOnce({ timeoutMs: 1_000 }))).rejects.toBe(denied);
    a.start();
    await clock.advance(2 * CONTROLLER_LIMITS.leaseMs);
    expect([a.isLeader, await snapshotIfAny()]).toEqual([false, undefined]);
    mayLead = true;
    await passes(() => a.isLeader);
    const b = controller('b');
    b.start();
    mayLead = false;
    await passes(() => b.isLeader);
    expect(a.isLeader).toBe(false);
  });

  when('a new leader publishes what its predecessor was killed before publishing', async () => {
    sources.days = [campaignDay('one')];
    sources.counts.set('one', 100);
    const dying = new AbortController();
    // The predecessor is gone as soon as the snapshot is published.
    const never = new Promise<never>(() => undefined);
    const a = controller('a', {
      publishToTopic: () => never,
      writer: { mutateRow: (...write) => first.store.writer.mutateRow(...write), mutateRows: () => never },
      clock: {
        ...clock,
        schedule: (delayMs, task) =>
          clock.schedule(delayMs, () => (dying.signal.aborted ? undefined : task())),
      },
    });
    a.start();
    await passes(async () => (await snapshotIfAny())?.controller === 'a');
    expect(statesOf((await snapshot()).states)).toEqual(['one stopped']);
    dying.abort();
    running.splice(running.indexOf(a), 1);
    const published = await snapshot();
    expect(topic).toEqual([]);
    // The new leader cannot decide yet and publishes the states all the same.
    sources.failure = new Error('campaigns cannot be read');
    controller('b').start();
    await passes(() => topic.length > 0);
    expect(topic).toEqual(published.states);
    expect(pacers.at(-1)!.restored).toEqual(published.states);
    await passes(async () => (await objectOf('one')).epoch === published.epoch);
    // It decides as soon as it can.
    sources.failure = undefined;
    await passes(async () => (await snapshot()).controller === 'b');
    expect(await snapshot()).toMatchObject({ epoch: published.epoch + 1, sequence: 1 });
  });

  when('the row of the lease stays small, however many states are published', async () => {
    sources.days = Array.from({ length: 200 }, (_, i) => campaignDay(`campaign-${i}`));
    controller('a').start();
    await passes(() => topic.length === 200);
    for (let published = 1; published <= 2; published++) {
      sources.counts.set(`campaign-${published}`, 100);
      await passes(() => topic.length === 200 + published);
    }
    const read = { table: 'campaigns', key: rowKey('pacing'), filter: passAll() };
    const cells = (await first.store.reader.readRow(read, EVENTUAL)).row?.cells ?? [];
    const notes = cells.filter(({ family }) => family === 'pacing_snapshot');
    expect(Math.max(...notes.map(({ value }) => value.length))).toBeLessThan(64);
    expect((await snapshot()).states).toHaveLength(200);
  });

  when('a new leader restores a snapshot that only its origin has yet', async () => {
    sources.days = [campaignDay('one')];
    await elapsing(controller('a').runOnce());
    const published = await snapshot();
    const { reader } = second.store;
    const levels: string[] = [];
    controller('b', {
      reader: {
        // A replica with the lease's row but without the snapshot.
        async readRow(read, consistency, options) {
          levels.push(consistency.level);
          const answer = await reader.readRow(read, EVENTUAL, options);
          return consistency.level === 'eventual' ? { ...answer, row: undefined } : answer;
        },
      },
    }).start();
    await passes(() => pacers.length === 2 && pacers[1]!.restored.length > 0);
    expect(pacers[1]!.restored).toEqual(published.states);
    expect(levels).toEqual(['eventual', 'strict']);
  });

  when('a new leader starts without states when the snapshot is missing', async () => {
    sources.days = [campaignDay('one')];
    const round = await elapsing(controller('a').runOnce());
    const { epoch } = await snapshot();
    const gone = {
      key: snapshotKey({ epoch, sequence: 1 }),
      mutations: [deleteFromFamily('pacing_snapshot')],
    };
    await first.store.writer.mutateRow('campaigns', gone);
    expect(await snapshotIfAny()).toBeUndefined();
    topic = [];
    controller('b').start();
    await passes(() => topic.length > 0);
    expect(statesOf(topic)).toEqual(statesOf(round.states));
    expect(pacers.at(-1)!.restored).toEqual([]);
    expect((await snapshot()).epoch).toBe(epoch + 1);
  });

  when('the epoch is above those of all snapshot rows when lease and pointer are corrupted', async () => {
    sources.days = [campaignDay('one')];
    await elapsing(controller('a').runOnce());
    const { epoch } = await snapshot();
    const { writer } = first.store;
    const nine = epoch + 9;
    const [ten, late] = [10 * nine, 10_000 * nine];
    for (const each of [ten, late, nine]) {
      const states = setCell('pacing_snapshot', CURRENT_QUALIFIER, 1_000, Buffer.of());
      await writer.mutateRow('campaigns', {
        key: snapshotKey({ epoch: each, sequence: 3 }),
        mutations: [states],
      });
    }
    const laterMicros = (Date.now() + 3_600_000) * 1_000;
    const mutations = [
      setCell(LEASE_FAMILY, LEASE_QUALIFIER, laterMicros, Buffer.from('damaged')),
      setCell('pacing_snapshot', CURRENT_QUALIFIER, laterMicros, Buffer.from('damaged')),
    ];
    await writer.mutateRow('campaigns', { key: rowKey('pacing'), mutations });
    topic = [];
    const beganMs = clock.monotonicMs();
    const b = controller('b');
    b.start();
    await passes(() => b.isLeader);
    expect(clock.monotonicMs() - beganMs).toBeGreaterThan(LEASE_MS);
    await passes(() => topic.length > 0);
    expect(topic[0]!.epoch).toBeGreaterThan(late);
    expect(await snapshot()).toMatchObject({ epoch: topic[0]!.epoch, controller: 'b' });
  });

  when('states written late by a deposed controller never hide those of its successor', async () => {
    sources.days = [campaignDay('late')];
    sources.counts.set('late', 100);
    const late: (() => Promise<unknown>)[] = [];
    const { writer } = first.store;
    controller('a', {
      // Its clock is an hour ahead, so by clocks alone its states would be newer.
      clock: { ...clock, nowMs: () => clock.nowMs() + 3_600_000 },
      writer: {
        mutateRow: (...write) => writer.mutateRow(...write),
        mutateRows(table, rows) {
          late.push(() => writer.mutateRows(table, rows));
          return new Promise(() => undefined);
        },
      },
    }).start();
    await passes(() => late.length === 1);
    const a = running.pop()!;
    await elapsing(a.stop());
    sources.counts.set('late', 0);
    controller('b').start();
    await passes(async () => (await rowOf('late')).length > 0 && (await objectOf('late')).state === 'active');
    const { epoch } = await objectOf('late');
    await late[0]!();
    expect(await objectOf('late')).toMatchObject({ state: 'active', epoch });
  });

  when('a controller that is stopped leaves leadership at once', async () => {
    sources.days = [campaignDay('one')];
    const a = controller('a');
    const b = controller('b');
    a.start();
    await passes(() => a.isLeader);
    b.start();
    await passes(() => topic.length > 0);
    const stoppedAtMs = clock.monotonicMs();
    await elapsing(a.stop());
    await passes(() => b.isLeader);
    expect(clock.monotonicMs() - stoppedAtMs).toBeLessThan(LEASE_MS);
    expect(a.isLeader).toBe(false);
  });

  // The following tests do not depend on the store.
  if (name !== EMBEDDED) return;

  when('a campaign without a flight is published as stopped', async () => {
    sources.days = [campaignDay('one'), campaignDay('two')];
    controller('a').start();
    await passes(() => topic.length === 2);
    sources.days = [campaignDay('one')];
    await passes(() => topic.length === 3);
    expect(topic[2]).toMatchObject({
      campaignId: 'two',
      state: 'stopped',
      passShare: 0,
      reason: 'no_flight',
    });
  });

  when('all states are published again periodically, with current counts', async () => {
    sources.days = [campaignDay('one')];
    controller('a', { limits: { ...CONTROLLER_LIMITS, fullIntervalMs: 5_000 } }).start();
    await passes(() => topic.length === 1);
    sources.counts.set('one', 7);
    await passes(() => topic.length === 2);
    expect(topic.map(({ count }) => count)).toEqual([0, 7]);
    expect((await snapshot()).states).toEqual([topic[1]]);
  });

  when('states that could not be published are retried, the newest ones only', async () => {
    sources.days = [campaignDay('one')];
    topicFails = true;
    controller('a').start();
    await passes(async () => (await snapshotIfAny())?.states[0]?.state === 'active');
    sources.counts.set('one', 100);
    await passes(async () => (await snapshot()).states[0]?.state === 'stopped');
    topicFails = false;
    await passes(() => topic.length > 0);
    expect(statesOf(topic)).toEqual(['one stopped']);
  });

  when('decisions continue meanwhile and are recorded in the lease', async () => {
    sources.failure = new Error('campaigns cannot be read');
    const rounds: boolean[] = [];
    const observer = { onRound: () => rounds.push(true), onRoundFailed: () => rounds.push(false) };
    const a = controller('a', { observer });
    a.start();
    await passes(() => rounds.length >= 3);
    expect(rounds).toEqual(rounds.map(() => false));
    expect(a.isLeader).toBe(true);
    sources.failure = undefined;
    await passes(() => rounds.includes(true));
  });

  when('a single run decides once, publishes and resigns', async () => {
    sources.days = [campaignDay('one')];
    const round = await elapsing(controller('a').runOnce());
    expect(statesOf(round.states)).toEqual(['one active']);
    expect(topic).toEqual(round.changed);
    const b = controller('b');
    b.start();
    await passes(() => b.isLeader);
    await expect(elapsing(controller('a').runOnce({ timeoutMs: INTERVAL_MS }))).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});
