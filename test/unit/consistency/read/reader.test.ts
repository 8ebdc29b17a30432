import { familyIs } from '../../../../src/bigtable/read/filters';
import { deleteFromFamily } from '../../../../src/bigtable/write/mutations';
import { EVENTUAL, type Consistency } from '../../../../src/core/consistency/consistency';
import { rowKey } from '../../../../src/core/rows/row-key';
import { mergeTokens, type WriteToken } from '../../../../src/core/tokens/write-token';
import type { Hedging } from '../../../../src/routing/health/hedging';
import { EPSILON_MS, KEY, ReaderWorld, TABLE, valueOf, writesOnlyAt } from '../reader-world';

/** More than any link takes. */
const EVERYWHERE_MS = 500;

let world: ReaderWorld;
afterEach(() => world.close());

const freshAs = (token: WriteToken): Consistency => ({ level: 'at-least-as-fresh', token });
const STRICT: Consistency = { level: 'strict' };

describe('An eventual read', () => {
  it('is answered by the nearest replica, whatever that has', async () => {
    world = await ReaderWorld.open();
    const [eu, us] = [world.process('eu'), world.process('us')];
    await us.write('v1');
    await world.clock.advance(EVERYWHERE_MS);
    await us.write('v2');
    const { value: answer, tookMs } = await world.timed(eu.read(EVENTUAL));
    expect([valueOf(answer), tookMs]).toEqual(['v1', 0]);
    expect(answer.evidence).toMatchObject({
      level: 'eventual',
      met: true,
      clusters: ['eu-a'],
      tier: 'nearest',
    });
    expect(answer.evidence.lookups).toBe(1);
    expect(eu.calls).toHaveLength(1);
  });

  it('carries a token with which the next read sees no less, wherever that is', async () => {
    world = await ReaderWorld.open();
    const [eu, us] = [world.process('eu'), world.process('us')];
    world.stopReplication('us-a', 'eu-a');
    await us.write('v1');
    const seen = await world.settled(us.read(EVENTUAL));
    const next = await world.settled(eu.read({ level: 'eventual', token: seen.evidence.token }));
    expect(valueOf(next)).toBe('v1');
    expect(next.evidence).toMatchObject({ level: 'eventual', met: true, clusters: ['us-a'], tier: 'origin' });
    expect(next.evidence.token.writes).toHaveLength(1);
  });

  it('shows no watermarks, and carries no token for a row without writes', async () => {
    world = await ReaderWorld.open();
    const eu = world.process('eu');
    const { row, evidence } = await world.settled(eu.read(EVENTUAL));
    expect([row, evidence.token.writes]).toEqual([undefined, []]);
    await eu.write('v');
    const written = await world.settled(eu.read(EVENTUAL));
    expect(written.row?.cells.map(({ family }) => family)).toEqual(['f']);
    await eu.mutate([deleteFromFamily('f')]);
    const deleted = await world.settled(eu.read(EVENTUAL));
    expect(deleted.row).toBeUndefined();
    expect(deleted.evidence.token.writes).toHaveLength(1);
  });

  it('is as stale as the oldest of the heartbeats shows, the millisecond in which it was sent included', async () => {
    world = await ReaderWorld.open();
    const eu = world.process('eu');
    const sentMs = world.clock.nowMs();
    for (const origin of ['us-a', 'asia-a']) await eu.beat(origin);
    await world.clock.advance(EVERYWHERE_MS);
    await eu.look('eu-a');
    const { evidence } = await world.settled(eu.read(EVENTUAL));
    expect(evidence.stalenessMs).toBe(world.clock.nowMs() - sentMs + EPSILON_MS + 1);
  });

  it('is hedged once the nearest takes longer than usual, and the winner is reported', async () => {
    world = await ReaderWorld.open();
    const eu = world.process('eu', { hedging: hedgingAfter(10) });
    await eu.write('v');
    await world.clock.advance(EVERYWHERE_MS);
    world.faults.changeClusters('eu-a', { slowMs: 400 });
    const { value: answer, tookMs } = await world.timed(eu.read(EVENTUAL));
    expect([valueOf(answer), tookMs]).toEqual(['v', 90]);
    expect(answer.evidence).toMatchObject({ clusters: ['us-a'], tier: 'hedge', lookups: 2 });
    await world.clock.advance(0);
    expect(eu.ends).toEqual(['hedge us-a answered', 'nearest eu-a cancelled']);
    world.faults.reset();
    world.faults.changeClusters('eu-a', { slowMs: 50 });
    expect((await world.settled(eu.read(EVENTUAL))).evidence).toMatchObject({ tier: 'nearest', lookups: 2 });
    expect(eu.hedges).toEqual([true, false]);
  });

  it('waits for what is under way when the budget is empty, and is then joined by others once that has failed', async () => {
    world = await ReaderWorld.open();
    const eu = world.process('eu', {
      hedging: { recordRead: () => undefined, delayMs: () => 10, takeExtraLookup: () => false },
    });
    await eu.write('v');
    await world.clock.advance(EVERYWHERE_MS);
    world.faults.changeClusters('eu-a', { slowMs: 900 });
    const slow = await world.timed(eu.read(EVENTUAL, { timeoutMs: 3_000 }));
    expect([valueOf(slow.value), slow.tookMs]).toEqual(['v', 900]);
    expect(slow.value.evidence).toMatchObject({ clusters: ['eu-a'], tier: 'nearest', lookups: 1 });
    world.faultOf = ({ cluster }) =>
      cluster === 'eu-a' ? { kind: 'request-lost', afterMs: 700 } : undefined;
    const failed = await world.timed(eu.read(EVENTUAL, { timeoutMs: 3_000 }));
    expect([valueOf(failed.value), failed.tookMs]).toEqual(['v', 780]);
    expect(failed.value.evidence).toMatchObject({ clusters: ['us-a'], tier: 'failover', lookups: 2 });
  });

  it('counts for the budget of extra lookups once, as every read does', async () => {
    world = await ReaderWorld.open();
    let counted = 0;
    const eu = world.process('eu', {
      hedging: { recordRead: () => void counted++, delayMs: () => undefined, takeExtraLookup: () => false },
    });
    await world.settled(eu.read(EVENTUAL));
    await world.settled(eu.read(STRICT));
    expect(counted).toBe(2);
  });
});

const hedgingAfter = (delayMs: number): Hedging => ({
  recordRead: () => undefined,
  delayMs: () => delayMs,
  takeExtraLookup: () => true,
});

describe('A read with a token', () => {
  it('is answered by the nearest replica that shows the write, without another lookup', async () => {
    world = await ReaderWorld.open();
    const [eu, us] = [world.process('eu'), world.process('us')];
    const { token } = await us.write('v1');
    await world.clock.advance(EVERYWHERE_MS);
    const answer = await world.settled(eu.read(freshAs(token)));
    expect(valueOf(answer)).toBe('v1');
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['eu-a'], tier: 'nearest', lookups: 1 });
  });

  it("is answered by the write's origin where the nearest lacks it", async () => {
    world = await ReaderWorld.open();
    const [eu, us] = [world.process('eu'), world.process('us')];
    await us.write('v1');
    await world.clock.advance(EVERYWHERE_MS);
    const { token } = await us.write('v2');
    world.stopReplication('us-a', 'eu-a');
    const { value: answer, tookMs } = await world.timed(eu.read(freshAs(token)));
    expect([valueOf(answer), tookMs]).toEqual(['v2', 80]);
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['us-a'], tier: 'origin' });
    expect(eu.ends).toContain('origin us-a answered');
  });

  it('is answered by a third replica that has caught up, when the origin cannot be reached', async () => {
    world = await ReaderWorld.open();
    const [eu, us] = [world.process('eu'), world.process('us')];
    world.stopReplication('us-a', 'eu-a');
    world.stopReplication('asia-a', 'eu-a');
    const { token } = await us.write('v1');
    await world.clock.advance(EVERYWHERE_MS);
    world.faults.stop('us-a');
    const answer = await world.settled(eu.read(freshAs(token)));
    expect(valueOf(answer)).toBe('v1');
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['asia-a'], tier: 'failover' });
  });

  it('is answered by the nearest as soon as that has caught up', async () => {
    world = await ReaderWorld.open();
    const [eu, us] = [world.process('eu'), world.process('us')];
    world.stopReplication('us-a', 'eu-a');
    const { token } = await us.write('v1');
    world.faultOf = ({ cluster }) => (cluster === 'eu-a' ? undefined : { kind: 'request-lost' });
    const read = eu.read(freshAs(token));
    await world.clock.advance(700);
    world.resumeReplication('us-a', 'eu-a');
    const { value: answer, tookMs } = await world.timed(read);
    expect(valueOf(answer)).toBe('v1');
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['eu-a'], tier: 'nearest' });
    expect(tookMs).toBeLessThan(600);
  });

  it('requires nothing more when it names other rows or other tables', async () => {
    world = await ReaderWorld.open();
    const [eu, us] = [world.process('eu'), world.process('us')];
    const { token } = await us.write('v1', rowKey('user-2'));
    const answer = await world.settled(eu.read(freshAs(token)));
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['eu-a'], lookups: 1, token });
  });

  it('of several origins is answered by a replica that has the writes of all', async () => {
    world = await ReaderWorld.open();
    const [eu, us, asia] = [world.process('eu'), world.process('us'), world.process('asia')];
    world.stopReplication('us-a', 'eu-a');
    world.stopReplication('asia-a', 'eu-a');
    const first = await us.write('v1');
    await world.clock.advance(EVERYWHERE_MS);
    world.stopReplication('asia-a', 'us-a');
    const second = await asia.write('v2');
    const token = mergeTokens(first.token, second.token, { writesMax: 32, nowMs: world.clock.nowMs() });
    const answer = await world.settled(eu.read(freshAs(token)));
    expect(valueOf(answer)).toBe('v2');
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['asia-a'], tier: 'origin' });
    expect(answer.evidence.token.writes).toHaveLength(2);
  });

  it('whose writes are summed up queries their origin, and is proven by the versions that it reports', async () => {
    world = await ReaderWorld.open();
    const [eu, us] = [world.process('eu'), world.process('us')];
    await us.write('v1');
    const token = {
      writes: [],
      times: [{ origin: world.cluster('us-a').code, ackedMs: world.clock.nowMs() }],
    };
    await world.clock.advance(EVERYWHERE_MS);
    const answer = await world.settled(eu.read(freshAs(token)));
    expect(valueOf(answer)).toBe('v1');
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['eu-a'], tier: 'nearest', lookups: 2 });
    expect(answer.evidence.token.times).toEqual(token.times);
  });

  it('adds its writes to what a level requires', async () => {
    world = await ReaderWorld.open(writesOnlyAt(['us-a']));
    const [eu, us] = [world.process('eu'), world.process('us')];
    world.stopReplication('us-a', 'eu-a');
    const { token } = await us.write('v1');
    world.reload(writesOnlyAt(['eu-a']));
    const answer = await world.settled(eu.read({ level: 'strict', token }));
    expect(valueOf(answer)).toBe('v1');
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['us-a'] });
  });
});

describe('A strict read', () => {
  it('is answered by the nearest replica when that has what the origins have', async () => {
    world = await ReaderWorld.open();
    const [eu, us] = [world.process('eu'), world.process('us')];
    await us.write('v1');
    await world.clock.advance(EVERYWHERE_MS);
    const { value: answer, tookMs } = await world.timed(eu.read(STRICT));
    expect([valueOf(answer), tookMs]).toEqual(['v1', 240]);
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['eu-a'], tier: 'nearest', lookups: 3 });
    expect(answer.evidence.stalenessMs).toBe(240);
    expect(eu.ends).toEqual([
      'nearest eu-a answered',
      'watermark us-a answered',
      'watermark asia-a answered',
    ]);
  });

  it('queries the origins at once even where heartbeats count: none of them can cover the present yet', async () => {
    world = await ReaderWorld.open();
    const eu = world.process('eu', { evidence: 'row+shard' });
    world.faults.changeClusters('eu-a', { slowMs: 100 });
    const { value: answer, tookMs } = await world.timed(eu.read(STRICT));
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['eu-a'] });
    expect(tookMs).toBe(240);
  });

  it('is answered by the origin of what the nearest lacks', async () => {
    world = await ReaderWorld.open();
    const [eu, us] = [world.process('eu'), world.process('us')];
    world.stopReplication('us-a', 'eu-a');
    await us.write('v1');
    await world.clock.advance(EVERYWHERE_MS);
    const { value: answer, tookMs } = await world.timed(eu.read(STRICT));
    expect([valueOf(answer), tookMs]).toEqual(['v1', 240]);
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['us-a'], tier: 'origin' });
  });

  it('asks the only origin for the row itself, at once', async () => {
    world = await ReaderWorld.open(writesOnlyAt(['us-a']));
    const [eu, us] = [world.process('eu'), world.process('us')];
    await us.write('v1');
    const { value: answer, tookMs } = await world.timed(eu.read(STRICT));
    expect([valueOf(answer), tookMs]).toEqual(['v1', 80]);
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['us-a'], tier: 'origin', lookups: 2 });
  });

  it('at the only origin is one lookup', async () => {
    world = await ReaderWorld.open(writesOnlyAt(['us-a']));
    const us = world.process('us');
    await us.write('v1');
    const { value: answer, tookMs } = await world.timed(us.read(STRICT));
    expect([valueOf(answer), tookMs]).toEqual(['v1', 0]);
    expect(answer.evidence).toMatchObject({ met: true, tier: 'nearest', lookups: 1, stalenessMs: 0 });
  });

  /** Two origins have each a write that no other cluster has. */
  async function apart() {
    world = await ReaderWorld.open();
    const [eu, us, asia] = [world.process('eu'), world.process('us'), world.process('asia')];
    for (const [a, b] of [
      ['us-a', 'eu-a'],
      ['asia-a', 'eu-a'],
      ['us-a', 'asia-a'],
    ] as const)
      world.stopReplication(a, b);
    await us.write('v1');
    await world.clock.advance(1);
    await asia.write('v2');
    return eu;
  }

  it('is answered by the join of the origins, where each has its own writes only', async () => {
    const eu = await apart();
    const read = eu.reader.readRow(
      { table: TABLE, key: KEY, filter: familyIs('f'), allowsJoin: true },
      STRICT,
    );
    const { value: answer, tookMs } = await world.timed(read);
    expect(answer.row?.cells.map(({ value }) => value.toString())).toEqual(['v2', 'v1']);
    expect(answer.evidence).toMatchObject({ met: true, tier: 'origin', lookups: 5 });
    expect([...answer.evidence.clusters].sort()).toEqual(['asia-a', 'us-a']);
    expect(answer.evidence.token.writes).toHaveLength(2);
    expect(tookMs).toBe(480);
  });

  it('waits until one replica has the writes of all origins, where rows must not be joined', async () => {
    const eu = await apart();
    const read = eu.read(STRICT);
    await world.clock.advance(1_000);
    expect(eu.answers).toEqual([]);
    world.resumeReplication('us-a', 'asia-a');
    const answer = await world.settled(read);
    expect(valueOf(answer)).toBe('v2');
    expect(answer.evidence).toMatchObject({ met: true, tier: 'origin' });
  });

  it('sees a deletion at another origin', async () => {
    world = await ReaderWorld.open();
    const [eu, us] = [world.process('eu'), world.process('us')];
    await us.write('v1');
    await world.clock.advance(EVERYWHERE_MS);
    world.stopReplication('us-a', 'eu-a');
    await us.mutate([deleteFromFamily('f')]);
    const answer = await world.settled(eu.read(STRICT));
    expect(valueOf(answer)).toBeUndefined();
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['us-a'] });
  });

  it('requires nothing as of a time of long ago, and only what heartbeats can prove as of the recent past', async () => {
    world = await ReaderWorld.open();
    const eu = world.process('eu', { evidence: 'row+shard' });
    const longAgo = world.clock.nowMs() - 7 * 86_400_000;
    expect((await world.settled(eu.read({ ...STRICT, asOfMs: longAgo }))).evidence.lookups).toBe(1);
    const asOfMs = world.clock.nowMs();
    await world.clock.advance(EPSILON_MS + 1);
    for (const origin of ['us-a', 'asia-a']) await eu.beat(origin);
    await world.clock.advance(EVERYWHERE_MS);
    await eu.look('eu-a');
    const answer = await world.settled(eu.read({ ...STRICT, asOfMs }));
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['eu-a'], lookups: 1 });
    expect(eu.claims).toHaveLength(2);
  });
});

describe('A bounded read', () => {
  const WITHIN_5_S: Consistency = { level: 'bounded', maxStalenessMs: 5_000 };

  it('asks the origins when only the row counts as evidence, whatever heartbeats there are', async () => {
    world = await ReaderWorld.open();
    const eu = world.process('eu');
    for (const origin of ['us-a', 'asia-a']) await eu.beat(origin);
    await world.clock.advance(EVERYWHERE_MS);
    await eu.look('eu-a');
    const answer = await world.settled(eu.read(WITHIN_5_S));
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['eu-a'], lookups: 3 });
    expect(eu.claims).toEqual([]);
  });

  it('is one lookup while the nearest is known to have shown recent heartbeats of all origins', async () => {
    world = await ReaderWorld.open();
    const [eu, us] = [world.process('eu', { evidence: 'row+shard' }), world.process('us')];
    await us.write('v1');
    for (const origin of ['us-a', 'asia-a']) await eu.beat(origin);
    await world.clock.advance(EVERYWHERE_MS);
    await eu.look('eu-a');
    const answer = await world.settled(eu.read(WITHIN_5_S));
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['eu-a'], tier: 'nearest', lookups: 1 });
    expect(answer.evidence.stalenessMs).toBeLessThan(5_000);
    expect(eu.claims.map(({ replica, origin }) => `${replica.id} ${origin.id}`)).toEqual([
      'eu-a us-a',
      'eu-a asia-a',
    ]);
    expect(eu.claims[0]).toMatchObject({ table: 't', key: KEY, ackedMs: world.clock.nowMs() - 5_000 });
  });

  it('reads the heartbeats together with the row when none are known, and shares them with others', async () => {
    world = await ReaderWorld.open();
    const eu = world.process('eu', { evidence: 'row+shard' });
    for (const origin of ['us-a', 'asia-a']) await eu.beat(origin);
    await world.clock.advance(EVERYWHERE_MS);
    const answer = await world.settled(eu.read(WITHIN_5_S));
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['eu-a'], tier: 'nearest', lookups: 1 });
    expect((await world.settled(eu.read(WITHIN_5_S))).evidence.lookups).toBe(1);
    expect(eu.calls.filter(({ method }) => method === 'ReadRows')).toHaveLength(2);
  });

  it('falls back to the origins when heartbeats have stopped', async () => {
    world = await ReaderWorld.open();
    const [eu, us] = [world.process('eu', { evidence: 'row+shard' }), world.process('us')];
    for (const origin of ['us-a', 'asia-a']) await eu.beat(origin);
    await world.clock.advance(5_000);
    world.stopReplication('us-a', 'eu-a');
    await us.write('v1');
    await world.clock.advance(5_000);
    const answer = await world.settled(eu.read(WITHIN_5_S));
    expect(valueOf(answer)).toBe('v1');
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['us-a'], tier: 'origin' });
    expect(eu.claims).toEqual([]);
  });
});
