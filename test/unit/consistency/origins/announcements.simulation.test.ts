/** A cluster is announced before it is used: no order of reloads makes a strict read miss an acknowledged write. */
import { rowKey } from '../../../../src/core/rows/row-key';
import type { Consistency } from '../../../../src/core/consistency/consistency';
import { DEFAULTS } from '../../../../src/config/defaults';
import { TidemarkError } from '../../../../src/errors';
import { seededRandom } from '../../../../src/platform/random';
import { createRowTransactions } from '../../../../src/consistency/transactions/row-transactions';
import { announcementMutations } from '../../../../src/consistency/origins/control-row';
import { originCode } from '../../../../src/routing/topology/origin-code';
import { ReaderWorld, TABLE, valueOf, type CallFault, type ReaderProcess } from '../reader-world';

const EU = { 'eu-a': { region: 'eu' } };
const US = { 'us-a': { region: 'us' } };
const ASIA = { 'asia-a': { region: 'asia' } };
const OLD = { ...EU, ...US };
const NEW = { ...OLD, ...ASIA };
/** The only origin, and a replica that takes no writes. */
const SOLE = { ...EU, 'us-a': { region: 'us', writes: 'refused' } };
const STRICT: Consistency = { level: 'strict' };
const STALE: Consistency = { level: 'strict', onUnmet: 'stale' };
const { lastsMs, retryMs } = DEFAULTS.announcements;

const AWAY: CallFault = { kind: 'request-lost' };

describe('A cluster that only some processes know', () => {
  let world: ReaderWorld;
  /** In Asia; learns of asia-a at once. */
  let first: ReaderProcess;
  /** In Europe; has the topology of before. */
  let second: ReaderProcess;

  beforeEach(async () => {
    world = await ReaderWorld.open(NEW);
    first = world.process('asia', { announces: true, knows: OLD });
    second = world.process('eu', { announces: true, knows: OLD });
    await first.write('before');
    await world.clock.advance(1_000);
    for (const id of ['eu-a', 'us-a']) world.stopReplication('asia-a', id);
  });
  afterEach(() => world.close());

  /** Learns of asia-a, and has it announced. */
  async function learn(process: ReaderProcess): Promise<void> {
    process.reload(NEW);
    await world.settled(process.clearance.whenCleared(TABLE, {}, world.cluster('asia-a')));
  }

  /** The write as the second process sees it: its value, or the code of the error. */
  async function seen(consistency: Consistency = STRICT): Promise<string | undefined> {
    try {
      return valueOf(await world.settled(second.read(consistency, { timeoutMs: 1_000 })));
    } catch (error) {
      if (error instanceof TidemarkError) return error.code;
      throw error;
    }
  }

  it('never hides an acknowledged write from a strict read of a process that does not know it', async () => {
    expect(await seen()).toBe('before');
    await learn(first);
    expect((await first.write('after')).cluster).toBe('asia-a');
    expect(await seen()).toBe('consistency_unmet');
    second.reload(NEW);
    expect(await seen()).toBe('after');
  });

  it('is named in the error: the topology of the process is out of date', async () => {
    await learn(first);
    await first.write('after');
    const error = await world.errorOf(second.read(STRICT, { timeoutMs: 1_000 }));
    expect(error).toMatchObject({ code: 'consistency_unmet', retryable: true });
    expect(error.message).toContain('topology of this process is out of date');
    expect(second.unmet).toEqual([['strict', ['a cluster that the topology lacks']]]);
    expect(second.answers).toEqual([]);
  });

  it('makes a bounded read fail, and no read that promises nothing of other writers', async () => {
    await learn(first);
    const { token } = await first.write('after');
    expect(await seen({ level: 'bounded', maxStalenessMs: 10 })).toBe('consistency_unmet');
    expect(await seen({ level: 'eventual' })).toBe('before');
    world.resumeReplication('asia-a', 'eu-a');
    await world.clock.advance(1_000);
    expect(await seen({ level: 'at-least-as-fresh', token })).toBe('after');
  });

  it('makes a read that may be stale are marked as such, without a staleness', async () => {
    await learn(first);
    await first.write('after');
    const { row, evidence } = await world.settled(second.read(STALE, { timeoutMs: 1_000 }));
    expect(valueOf({ row })).toBe('before');
    expect(evidence).toMatchObject({ met: false, stalenessMs: undefined });
    expect(second.answers).toMatchObject([{ met: false }]);
  });

  it('makes a strict read of several rows fail, or name all of them as possibly stale', async () => {
    await learn(first);
    await first.write('after');
    const keys = ['user-1', 'user-2', 'user-3'].map((id) => rowKey(id));
    const read = (consistency: Consistency) =>
      second.reader.readRows({ table: TABLE, keys, filter: { familyNameRegexFilter: 'f' } }, consistency, {
        timeoutMs: 1_000,
      });
    expect((await world.errorOf(read(STRICT))).code).toBe('consistency_unmet');
    const { unmet, evidence } = await world.settled(read(STALE));
    expect([unmet, evidence.met]).toEqual([[0, 1, 2], false]);
    second.reload(NEW);
    expect((await world.settled(read(STRICT))).evidence.met).toBe(true);
  });

  it('is found by a read that heartbeats prove, where these count', async () => {
    const third = world.process('eu', { announces: true, knows: OLD, evidence: 'row+shard' });
    await learn(first);
    await first.write('after');
    await world.clock.advance(1_000);
    await third.beat('us-a');
    await world.clock.advance(1_000);
    const consistency: Consistency = { level: 'bounded', maxStalenessMs: 1_500 };
    const error = await world.errorOf(third.read(consistency, { timeoutMs: 500 }));
    expect(error.message).toContain('topology of this process is out of date');
  });

  it('takes no write before every other origin has acknowledged its announcement', async () => {
    world.faultOf = ({ cluster, method }) =>
      cluster === 'us-a' && method === 'MutateRows' ? AWAY : undefined;
    first.reload(NEW);
    expect((await first.write('elsewhere')).cluster).not.toBe('asia-a');
    await world.settled(first.clearance.whenCleared(TABLE, {}, world.cluster('asia-a')));
    expect(first.clearance.isCleared(TABLE, world.cluster('asia-a'))).toBe(false);
    world.faultOf = () => undefined;
    await world.clock.advance(retryMs);
    await world.settled(first.clearance.whenCleared(TABLE, {}, world.cluster('asia-a')));
    expect((await first.write('there')).cluster).toBe('asia-a');
  });

  it('is known as announced for as long as a write that it took may be missing elsewhere', async () => {
    await learn(first);
    await first.write('after');
    await world.clock.advance(lastsMs);
    expect(await seen()).toBe('consistency_unmet');
    await world.clock.advance(DEFAULTS.consistency.replicationLagMaxMs + 1);
    expect(await seen()).not.toBe('consistency_unmet');
  });

  it('is no matter any more once it has been retired at any of the origins', async () => {
    await learn(first);
    await first.write('after');
    expect(await seen()).toBe('consistency_unmet');
    const retired = {
      origin: originCode('demo', 'asia-a'),
      state: 'retired' as const,
      acknowledgedAt: [],
      announcedMs: world.clock.nowMs(),
      untilMs: world.clock.nowMs() + lastsMs + 1,
    };
    const us = first.routing.clients.of(world.cluster('us-a'));
    await world.settled(us.mutateRows(TABLE, announcementMutations(retired)));
    expect(await seen()).toBe('before');
  });
});

describe('A process that finds no proof at its nearest cluster', () => {
  const AFRICA = { 'africa-a': { region: 'africa', writes: 'refused' } };

  it('finds the announcement where it asks the origins for their watermarks alone', async () => {
    const world = await ReaderWorld.open({ ...NEW, ...AFRICA });
    const writing = world.process('asia', { announces: true, knows: OLD });
    const reading = world.process('africa', { announces: true, knows: { ...OLD, ...AFRICA } });
    await writing.write('before');
    await world.clock.advance(1_000);
    for (const id of ['eu-a', 'us-a', 'africa-a']) world.stopReplication('asia-a', id);
    writing.reload(NEW);
    await world.settled(writing.clearance.whenCleared(TABLE, {}, world.cluster('asia-a')));
    expect((await writing.write('after')).cluster).toBe('asia-a');
    const call = { timeoutMs: 1_000 };
    const ofOne = await world.errorOf(reading.read(STRICT, call));
    expect(ofOne.message).toContain('topology of this process is out of date');
    const filter = { familyNameRegexFilter: 'f' };
    // A process that has seen no announcement before.
    const another = world.process('africa', { announces: true, knows: { ...OLD, ...AFRICA } });
    const keys = ['user-1', 'user-2'].map((id) => rowKey(id));
    const ofSeveral = await world.errorOf(
      another.reader.readRows({ table: TABLE, keys, filter }, STRICT, call),
    );
    expect(ofSeveral.message).toContain('topology of this process is out of date');
    expect([...reading.ends, ...another.ends].filter((end) => end.startsWith('second'))).toEqual([]);
    await world.close();
  });
});

describe('The second origin of a table that had one', () => {
  it('is announced at the first, whose strict readers then fail rather than miss its writes', async () => {
    const world = await ReaderWorld.open(OLD);
    const first = world.process('us', { announces: true, knows: SOLE });
    const second = world.process('eu', { announces: true, knows: SOLE });
    await first.write('before');
    expect(valueOf(await world.settled(second.read(STRICT)))).toBe('before');
    await world.clock.advance(1_000);
    world.stopReplication('eu-a', 'us-a');
    first.reload(OLD);
    await world.settled(first.clearance.whenCleared(TABLE, {}, world.cluster('us-a')));
    expect((await first.write('after')).cluster).toBe('us-a');
    expect((await world.errorOf(second.read(STRICT))).code).toBe('consistency_unmet');
    second.reload(OLD);
    expect(valueOf(await world.settled(second.read(STRICT)))).toBe('after');
    await world.close();
  });

  it('costs the first none of its writes while it cannot be reached', async () => {
    const world = await ReaderWorld.open(OLD);
    const process = world.process('eu', { announces: true, knows: SOLE });
    await process.write('before');
    world.faultOf = ({ cluster }) => (cluster === 'us-a' ? AWAY : undefined);
    process.reload(OLD);
    expect((await process.write('after')).cluster).toBe('eu-a');
    await world.close();
  });
});

describe('A process that begins', () => {
  let world: ReaderWorld;
  beforeEach(async () => {
    world = await ReaderWorld.open(OLD);
  });
  afterEach(() => world.close());
  const away = (id: string): void => {
    world.faultOf = ({ cluster }) => (cluster === id ? AWAY : undefined);
  };

  it('writes as soon as the clusters are announced, in the time of its first write', async () => {
    const process = world.process('eu', { announces: true });
    expect((await process.write('first')).cluster).toBe('eu-a');
    expect(process.clearance.status().origins).toEqual([
      { origin: 'eu-a', cleared: true },
      { origin: 'us-a', cleared: true },
    ]);
  });

  it('writes while another region is unavailable, where the cluster has it on record that all others had known it', async () => {
    await world.process('eu', { announces: true }).write('first');
    away('us-a');
    expect((await world.process('eu', { announces: true }).write('second')).cluster).toBe('eu-a');
  });

  it('writes nowhere while another region is unavailable that may never have heard of its clusters', async () => {
    away('us-a');
    const process = world.process('eu', { announces: true });
    expect((await world.errorOf(process.write('first'))).code).toBe('no_write_cluster');
  });

  it('decides no transaction at a cluster that is not cleared', async () => {
    away('us-a');
    const { routing, clearance, clock } = world.process('eu', { announces: true });
    const cluster = world.cluster('eu-a');
    const transactions = createRowTransactions({
      router: { forTransaction: () => cluster },
      clients: routing.clients,
      clock,
      clearance,
      random: seededRandom(1),
      family: 'f',
      replicationLagMaxMs: 3_600_000,
    });
    const commit = () =>
      transactions
        .begin(TABLE, rowKey('user-1'))
        .commit({ version: undefined, mutations: [] }, { timeoutMs: 5_000 });
    expect((await world.errorOf(commit())).code).toBe('no_write_cluster');
    world.faultOf = () => undefined;
    await world.clock.advance(retryMs);
    // It is sent now; this world's profiles allow none.
    expect((await world.errorOf(commit())).code).toBe('transactions_unsupported');
  });

  it('costs a table that lives in one cluster nothing', async () => {
    const process = world.process('eu', { announces: true, knows: EU });
    await process.write('first');
    expect(process.calls.map(({ method }) => method)).toEqual(['MutateRow']);
  });

  it('writes no announcements where another one has, and renews them when they grow old', async () => {
    await world.process('eu', { announces: true }).write('first');
    const process = world.process('eu', { announces: true });
    const announcements = (): number => process.calls.filter(({ method }) => method === 'MutateRows').length;
    await process.write('second');
    expect(announcements()).toBe(0);
    process.clearance.start();
    await world.clock.advance(lastsMs - DEFAULTS.announcements.renewBelowMs + 2 * 600_000);
    expect(announcements()).toBe(4);
    await world.settled(process.clearance.stop());
  });

  it('sends a cluster nothing once its announcement has run out and cannot be renewed', async () => {
    const process = world.process('eu', { announces: true });
    await process.write('first');
    away('us-a');
    await world.clock.advance(lastsMs - DEFAULTS.announcements.marginMs + 1);
    expect(process.clearance.isCleared(TABLE, world.cluster('eu-a'))).toBe(false);
  });
});
