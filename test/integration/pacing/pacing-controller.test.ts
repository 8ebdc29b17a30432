import { cellsPerColumnLimit, passAll } from '../../../src/bigtable/read/filters';
import { deleteFromFamily, setCell } from '../../../src/bigtable/write/mutations';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { LEASE_FAMILY, LEASE_QUALIFIER } from '../../../src/core/pacing/lease';
import type { PublishedSnapshot, PublishedState } from '../../../src/core/pacing/published-state';
import { rowKey } from '../../../src/core/rows/row-key';
import { tidemark } from '../../../src/gen/tidemark';
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
/** Of virtual time: a lease is a hundred of them. */
const STEP_MS = LEASE_MS / 100;
const STEPS_MAX = 15_000;

const EMBEDDED = 'the embedded Bigtable';

describe.each([
  { name: EMBEDDED, start: () => embeddedEventStore(), skip: undefined },
  { name: "Google's emulator", start: googleEventStore, skip: skipReason },
])('A pacing controller, on $name', ({ name, start, skip }) => {
  const when = skip === undefined ? it : it.skip;
  let first: EventStore;
  let second: EventStore;
  let clock: VirtualClock;
  let sources: PlainSources;
  /** What the topic was told, in its order. */
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
  /** The next test's controllers find the office free, and nothing to inherit. */
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
      holder,
      clock,
      createPacer: () => {
        const pacer = new PlainPacer();
        pacers.push(pacer);
        return pacer;
      },
      async publishToTopic(states) {
        if (topicFails) throw new Error('the topic is away');
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
  /** Lets time pass until the promise is settled, in steps that leave a call some milliseconds. */
  async function elapsing<T>(promise: Promise<T>): Promise<T> {
    let over = false;
    const ending = promise.finally(() => (over = true));
    ending.catch(() => undefined);
    await passes(() => over);
    return ending;
  }
  /** Lets time pass until it is so, in small steps that leave a call some milliseconds each. */
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

  when('publishes all states, then tells changes only, as objects and on the topic', async () => {
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

  when('tells what its predecessor has published and was killed before he told', async () => {
    sources.days = [campaignDay('one')];
    sources.counts.set('one', 100);
    const dying = new AbortController();
    // He is gone as soon as the states are published: nothing that he would have done any more happens.
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
    // The successor cannot decide anything, and tells it all the same.
    sources.failure = new Error('campaigns cannot be read');
    controller('b').start();
    await passes(() => topic.length > 0);
    expect(topic).toEqual(published.states);
    expect(pacers.at(-1)!.restored).toEqual(published.states);
    await passes(async () => (await objectOf('one')).epoch === published.epoch);
    // As soon as he can, he decides himself.
    sources.failure = undefined;
    await passes(async () => (await snapshot()).controller === 'b');
    expect(await snapshot()).toMatchObject({ epoch: published.epoch + 1, sequence: 1 });
  });

  when('keeps next to nothing in the row of the lease, however many states it publishes in it', async () => {
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

  when('takes up what only the origin has yet of what was published', async () => {
    sources.days = [campaignDay('one')];
    await elapsing(controller('a').runOnce());
    const published = await snapshot();
    const { reader } = second.store;
    const levels: string[] = [];
    controller('b', {
      reader: {
        // As a replica that has the row of the lease, and not yet that of the states.
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

  when('begins from nothing where what was published is gone', async () => {
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

  when(
    'goes on above the epochs of all rows of states where the lease and the note are damaged',
    async () => {
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
    },
  );

  when('never shows states that a deposed controller writes late over those of its successor', async () => {
    sources.days = [campaignDay('late')];
    sources.counts.set('late', 100);
    const late: (() => Promise<unknown>)[] = [];
    const { writer } = first.store;
    controller('a', {
      // An hour ahead: by the clocks its states would be the newer ones.
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

  when('leaves the office to another one at once when it is stopped', async () => {
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

  // What follows is the same on any store.
  if (name !== EMBEDDED) return;

  when('says that a campaign without a flight any more is stopped', async () => {
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

  when('publishes all states again now and then, with the counts of then', async () => {
    sources.days = [campaignDay('one')];
    controller('a', { limits: { ...CONTROLLER_LIMITS, fullIntervalMs: 5_000 } }).start();
    await passes(() => topic.length === 1);
    sources.counts.set('one', 7);
    await passes(() => topic.length === 2);
    expect(topic.map(({ count }) => count)).toEqual([0, 7]);
    expect((await snapshot()).states).toEqual([topic[1]]);
  });

  when('goes on telling what could not be told, the newest of it', async () => {
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

  when('goes on deciding while it cannot, and says in the lease that it has', async () => {
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

  when('decides once, tells it, and leaves, where that is all that is wanted', async () => {
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
