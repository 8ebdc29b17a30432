import { familyIs } from '../../../../src/bigtable/read/filters';
import { deleteFromFamily, deleteFromRow } from '../../../../src/bigtable/write/mutations';
import { EVENTUAL, type Consistency } from '../../../../src/core/consistency/consistency';
import type { WriteToken } from '../../../../src/core/tokens/write-token';
import { rowKey } from '../../../../src/core/rows/row-key';
import { DEFAULTS } from '../../../../src/config/defaults';
import type { TidemarkError } from '../../../../src/errors';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { KEY, ReaderWorld, TABLE, valueOf, type ReaderProcess } from '../reader-world';

const EVERYWHERE_MS = 500;
const STRICT: Consistency = { level: 'strict' };
const STALE: Consistency = { ...STRICT, onUnmet: 'stale' };
const freshAs = (token: WriteToken): Consistency => ({ level: 'at-least-as-fresh', token });

let world: ReaderWorld;
let eu: ReaderProcess;
let us: ReaderProcess;

beforeEach(async () => {
  world = await ReaderWorld.open();
  [eu, us] = [world.process('eu'), world.process('us')];
});
afterEach(() => world.close());

describe('When clusters fail, a read', () => {
  it('goes to the next candidate at once', async () => {
    await us.write('v');
    await world.clock.advance(EVERYWHERE_MS);
    world.faults.stop('eu-a');
    const { value: answer, tookMs } = await world.timed(eu.read(EVENTUAL));
    expect([valueOf(answer), tookMs]).toEqual(['v', 80]);
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['us-a'], tier: 'failover', lookups: 2 });
    expect(eu.ends).toEqual(['nearest eu-a failed', 'failover us-a answered']);
  });

  it('is repeated until one of them is back', async () => {
    for (const id of ['eu-a', 'us-a', 'asia-a']) world.faults.stop(id);
    const read = eu.read(EVENTUAL);
    await world.clock.advance(2_000);
    world.faults.start('asia-a');
    const answer = await world.settled(read);
    expect(answer.evidence).toMatchObject({ clusters: ['asia-a'], tier: 'failover' });
    expect(answer.evidence.lookups).toBeGreaterThan(10);
    expect(answer.evidence.lookups).toBeLessThan(60);
  });

  it('ends with the last failure when none of them comes back', async () => {
    for (const id of ['eu-a', 'us-a', 'asia-a']) world.faults.stop(id);
    const startMs = world.clock.monotonicMs();
    const error = await world.errorOf(eu.read(EVENTUAL, { timeoutMs: 1_000 }));
    expect(error).toMatchObject({ code: 'store_unavailable', retryable: true });
    expect(world.clock.monotonicMs() - startMs).toBe(1_000 - DEFAULTS.reading.deadlineMarginMs);
  });

  it('still has a cluster to query when a whole region is down', async () => {
    await world.close();
    world = await ReaderWorld.open({
      'eu-a': { region: 'eu' },
      'eu-b': { region: 'eu', zone: 'eu-b' },
      'us-a': { region: 'us' },
    });
    [eu, us] = [world.process('eu'), world.process('us')];
    const { token } = await us.write('v');
    for (const id of ['eu-a', 'eu-b']) world.faults.stop(id);
    const answer = await world.settled(eu.read(freshAs(token)));
    expect(valueOf(answer)).toBe('v');
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['us-a'], tier: 'origin' });
    expect((await world.settled(eu.read(EVENTUAL))).evidence.clusters).toEqual(['us-a']);
  });

  it('does not wait for a silent cluster if it needs proof', async () => {
    const { token } = await us.write('v');
    world.faultOf = ({ cluster }) => (cluster === 'eu-a' ? { kind: 'request-lost' } : undefined);
    const { value: answer, tookMs } = await world.timed(eu.read(freshAs(token)));
    expect([valueOf(answer), tookMs]).toEqual(['v', DEFAULTS.reading.firstReplicaTimeoutMs + 80]);
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['us-a'] });
  });

  it('finds the cluster that can answer when all others are silent', async () => {
    const { token } = await us.write('v');
    await world.clock.advance(EVERYWHERE_MS);
    world.faultOf = ({ cluster }) => (cluster === 'asia-a' ? undefined : { kind: 'request-lost' });
    for (const consistency of [EVENTUAL, freshAs(token)]) {
      const answer = await world.settled(eu.read(consistency, { timeoutMs: 2_000 }));
      expect(valueOf(answer)).toBe('v');
      expect(answer.evidence).toMatchObject({ met: true, clusters: ['asia-a'], tier: 'failover' });
    }
  });

  it('ends at once with what is no failure of a cluster', async () => {
    const filter = { columnQualifierRegexFilter: Buffer.from('(') };
    const error = await world.errorOf(eu.reader.readRow({ table: TABLE, key: KEY, filter }, STRICT));
    expect(error.code).toBe('store_rejected');
    expect(eu.calls.length).toBeLessThanOrEqual(3);
  });
});

describe('When an origin cannot be reached, a strict read', () => {
  it('fails and names the origin, a little before the deadline, while it is not known to be unavailable', async () => {
    world.faultOf = ({ cluster }) => (cluster === 'us-a' ? { kind: 'request-lost' } : undefined);
    const startMs = world.clock.monotonicMs();
    const error = await world.errorOf(eu.read(STRICT, { timeoutMs: 1_000 }));
    expect(error).toMatchObject({ code: 'consistency_unmet', status: 503, retryable: true });
    expect(error.message).toBe('No replica proved within 995 ms that it has the writes of us-a');
    expect(world.clock.monotonicMs() - startMs).toBe(995);
    expect(eu.unmet).toEqual([['strict', ['us-a']]]);
    expect(eu.answers).toEqual([]);
  });

  it('fails at once when the origin is known to be unavailable, and sends no useless lookup', async () => {
    world.faults.partition('region:eu', 'region:us');
    const startMs = world.clock.monotonicMs();
    expect((await world.errorOf(eu.read(STRICT))).code).toBe('consistency_unmet');
    // By the failures that it has met itself.
    expect(world.clock.monotonicMs() - startMs).toBeLessThan(500);
    const sent = eu.calls.length;
    const { value: error, tookMs } = await world.timed(
      eu.read(STRICT).catch((thrown: TidemarkError) => thrown),
    );
    expect(error).toMatchObject({
      code: 'consistency_unmet',
      status: 503,
      retryable: true,
      retryAfterSeconds: 1,
      message: 'The origins us-a are unavailable, and no other cluster can prove that it has their writes',
    });
    expect(tookMs).toBe(0);
    expect(eu.calls.slice(sent).map(({ cluster }) => cluster)).toEqual(['eu-a', 'asia-a']);
    expect(eu.unmet.at(-1)).toEqual(['strict', ['us-a']]);
  });

  it('is answered with a stale row at once when the origin is known to be unavailable and stale answers are allowed', async () => {
    world.faults.partition('region:eu', 'region:us');
    await world.errorOf(eu.read(STRICT));
    const { value: answer, tookMs } = await world.timed(eu.read(STALE));
    expect(answer.evidence).toMatchObject({ met: false, clusters: ['eu-a'] });
    expect(tookMs).toBe(0);
  });

  it('notices by a probe that the origin is back, while other reads wait for the probe', async () => {
    world.faults.partition('region:eu', 'region:us');
    await world.errorOf(eu.read(STRICT));
    world.faults.reset();
    await world.errorOf(eu.read(STRICT));
    await world.clock.advance(DEFAULTS.routing.originProbeMs);
    const probe = eu.read(STRICT);
    const other = eu.read(STRICT);
    for (const answer of [probe, other]) expect((await world.settled(answer)).evidence.met).toBe(true);
    expect((await world.settled(eu.read(STRICT))).evidence.met).toBe(true);
  });

  it('counts the silence of an origin until its deadline as a failure of that', async () => {
    world.faultOf = ({ cluster }) => (cluster === 'us-a' ? { kind: 'request-lost' } : undefined);
    for (let count = 0; count < DEFAULTS.routing.failuresInARowMax; count++) {
      await world.errorOf(eu.read(STRICT, { timeoutMs: 400 }));
      await world.clock.advance(DEFAULTS.reading.deadlineMarginMs);
    }
    const { tookMs } = await world.timed(eu.read(STRICT, { timeoutMs: 400 }).catch(() => undefined));
    expect(tookMs).toBe(0);
  });

  it('of several rows fails at once when the origin is known to be unavailable', async () => {
    world.faults.partition('region:eu', 'region:us');
    await world.errorOf(eu.read(STRICT));
    const sent = eu.calls.length;
    const rows = eu.reader.readRows(
      { table: TABLE, keys: [KEY, rowKey('user-2')], filter: familyIs('f') },
      STRICT,
    );
    const { tookMs } = await world.timed(rows.catch(() => undefined));
    expect(tookMs).toBeLessThanOrEqual(240);
    expect(eu.calls.slice(sent).map(({ cluster }) => cluster)).not.toContain('us-a');
  });

  it('gives the best answer there is, marked as stale, only where that is allowed', async () => {
    await us.write('v1');
    await world.clock.advance(EVERYWHERE_MS);
    world.faults.partition('region:eu', 'region:us');
    await us.write('v2');
    const answer = await world.settled(eu.read(STALE, { timeoutMs: 1_000 }));
    expect(valueOf(answer)).toBe('v1');
    expect(answer.evidence).toMatchObject({
      level: 'strict',
      met: false,
      clusters: ['eu-a'],
      tier: 'nearest',
    });
    expect(answer.evidence.stalenessMs).toBeUndefined();
    expect(eu.answers).toMatchObject([{ level: 'strict', met: false }]);
  });

  it('is met all the same when the origin answers in time', async () => {
    world.faults.partition('region:eu', 'region:us', { forMs: 50 });
    const answer = await world.settled(eu.read(STALE, { timeoutMs: 2_000 }));
    expect(answer.evidence).toMatchObject({ level: 'strict', met: true });
  });

  it('is proven by heartbeats that came after it had begun, where they count', async () => {
    const reader = world.process('eu', { evidence: 'row+shard' });
    world.faultOf = ({ cluster, method }) =>
      cluster === 'us-a' && method === 'ReadRows' ? { kind: 'request-lost' } : undefined;
    const read = reader.read(STRICT);
    await world.clock.advance(200);
    await us.beat('us-a');
    await us.beat('asia-a');
    const answer = await world.settled(read);
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['eu-a'], tier: 'nearest' });
    expect(reader.claims.map(({ origin }) => origin.id)).toContain('us-a');
  });

  it('has a stale answer to give even when the nearest is down and the origin is silent', async () => {
    await us.write('v1');
    await world.clock.advance(EVERYWHERE_MS);
    world.faults.stop('eu-a');
    world.faultOf = ({ cluster }) => (cluster === 'us-a' ? { kind: 'request-lost' } : undefined);
    const answer = await world.settled(eu.read(STALE, { timeoutMs: 2_000 }));
    expect(valueOf(answer)).toBe('v1');
    expect(answer.evidence).toMatchObject({ met: false, clusters: ['asia-a'] });
  });
});

describe('When the topology changes under way, a read', () => {
  it('does without a removed cluster, like a read that begins now', async () => {
    await us.write('v');
    await world.clock.advance(EVERYWHERE_MS);
    world.faultOf = ({ cluster }) => (cluster === 'us-a' ? { kind: 'request-lost' } : undefined);
    const read = eu.read(STRICT);
    await world.clock.advance(700);
    world.removeCluster('us-a');
    world.reload({ 'eu-a': { region: 'eu' }, 'asia-a': { region: 'asia' } });
    const answer = await world.settled(read);
    expect(valueOf(answer)).toBe('v');
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['eu-a'], tier: 'nearest' });
  });

  it('goes on when the nearest is removed', async () => {
    const { token } = await us.write('v');
    world.faults.changeClusters('eu-a', { slowMs: 100 });
    const read = eu.read(freshAs(token));
    await world.clock.advance(50);
    world.removeCluster('eu-a');
    world.reload({ 'us-a': { region: 'us' }, 'asia-a': { region: 'asia' } });
    const answer = await world.settled(read);
    expect(valueOf(answer)).toBe('v');
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['us-a'], tier: 'origin' });
  });

  it('asks no longer one that is for batch work now, and finds one that is in another region', async () => {
    const { token } = await us.write('v');
    world.faultOf = ({ cluster }) => (cluster === 'us-a' ? { kind: 'request-lost' } : undefined);
    for (const id of ['eu-a', 'asia-a']) world.stopReplication('us-a', id);
    const read = eu.read(freshAs(token), { timeoutMs: 5_000 });
    await world.clock.advance(700);
    world.faultOf = () => undefined;
    world.reload({
      'eu-a': { region: 'eu' },
      'us-a': { region: 'us', role: 'batch' },
      'asia-a': { region: 'eu', zone: 'eu-b' },
    });
    const asked = eu.calls.length;
    world.resumeReplication('us-a', 'asia-a');
    const answer = await world.settled(read);
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['asia-a'], tier: 'failover' });
    expect(eu.calls.slice(asked).map(({ cluster }) => cluster)).not.toContain('us-a');
  });

  it('asks one that is new', async () => {
    await world.close();
    const known = { 'eu-a': { region: 'eu' }, 'us-a': { region: 'us' }, 'asia-a': { region: 'asia' } };
    const all = { ...known, 'eu-b': { region: 'eu', zone: 'eu-b' } };
    world = await ReaderWorld.open(all);
    world.reload(known);
    [eu, us] = [world.process('eu'), world.process('us')];
    for (const id of ['eu-a', 'asia-a']) world.stopReplication('us-a', id);
    world.faultOf = ({ cluster, method }) =>
      cluster === 'us-a' && method === 'ReadRows' ? { kind: 'request-lost' } : undefined;
    const { token } = await us.write('v');
    const read = eu.read(freshAs(token), { timeoutMs: 5_000 });
    await world.clock.advance(EVERYWHERE_MS);
    world.reload(all);
    const answer = await world.settled(read);
    expect(valueOf(answer)).toBe('v');
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['eu-b'], tier: 'failover' });
  });

  it('does not accept the rejection by a removed cluster as an answer', async () => {
    const read = eu.read(EVENTUAL);
    world.removeCluster('eu-a');
    world.reload({ 'us-a': { region: 'us' }, 'asia-a': { region: 'asia' } });
    expect((await world.settled(read)).evidence.clusters).toEqual(['us-a']);
  });
});

describe('A token', () => {
  it("of an origin that is gone is proven by the row's watermark", async () => {
    const { token } = await us.write('v');
    await world.clock.advance(EVERYWHERE_MS);
    world.reload({ 'eu-a': { region: 'eu' }, 'asia-a': { region: 'asia' } });
    const answer = await world.settled(eu.read(freshAs(token)));
    expect(valueOf(answer)).toBe('v');
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['eu-a'], lookups: 1 });
  });

  it('of a removed origin whose writes were never replicated cannot be proven', async () => {
    for (const id of ['eu-a', 'asia-a']) world.stopReplication('us-a', id);
    const { token } = await us.write('v');
    world.reload({ 'eu-a': { region: 'eu' }, 'asia-a': { region: 'asia' } });
    const error = await world.errorOf(eu.read(freshAs(token), { timeoutMs: 1_000 }));
    expect(error.code).toBe('consistency_unmet');
    expect(error.message).toMatch(/has the writes of [0-9a-f]{8} \(gone\)$/);
    expect(eu.calls.every(({ cluster }) => cluster !== 'us-a')).toBe(true);
  });

  it('of a row that another process has deleted since is proven by its watermark, which outlives it', async () => {
    const { token } = await us.write('v');
    await world.process('us').mutate([deleteFromFamily('f')]);
    await world.clock.advance(EVERYWHERE_MS);
    const answer = await world.settled(eu.read(freshAs(token)));
    expect(answer.row).toBeUndefined();
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['eu-a'], tier: 'nearest' });
  });

  it('of a row that was erased without a trace is proven by its origin', async () => {
    const { token } = await us.write('v');
    const client = us.routing.clients.of(world.cluster('us-a'));
    await world.settled(client.mutateRow(TABLE, { key: KEY, mutations: [deleteFromRow()] }));
    await world.clock.advance(EVERYWHERE_MS);
    const answer = await world.settled(eu.read(freshAs(token)));
    expect(answer.row).toBeUndefined();
    expect(answer.evidence).toMatchObject({ met: true, clusters: ['us-a'], tier: 'origin' });
  });
});

describe('A read that is over', () => {
  it('leaves nothing behind: neither timers nor calls at the server', async () => {
    const { token } = await us.write('v');
    await world.clock.advance(EVERYWHERE_MS);
    const before = world.clock.pending;
    world.faults.changeClusters('us-a', { slowMs: 5_000 });
    world.faults.changeClusters('eu-a', { slowMs: 300 });
    const { evidence } = await world.settled(
      eu.read({ ...STRICT, token, asOfMs: world.clock.nowMs() - 7 * 86_400_000 }),
    );
    expect(evidence.lookups).toBe(1);
    const read = eu.read(STRICT, { timeoutMs: 2_000 });
    await world.clock.advance(100);
    expect(world.clock.pending).toBeGreaterThan(before);
    expect((await world.errorOf(read)).code).toBe('consistency_unmet');
    // An answer that a cluster has sent already is on its way for a while; what the slow one has not begun, it never will.
    await world.clock.advance(250);
    expect(world.clock.pending).toBeLessThanOrEqual(before);
    expect(eu.ended.at(-1)?.status).toBe(GrpcStatus.DEADLINE_EXCEEDED);
  });

  it('because its caller has gone ends at once, with all its lookups', async () => {
    const before = world.clock.pending;
    const controller = new AbortController();
    const read = eu.read(STRICT, { signal: controller.signal });
    await world.clock.advance(20);
    expect(eu.calls).toHaveLength(3);
    controller.abort(new Error('gone'));
    expect(await world.errorOf(read)).toMatchObject({ code: 'client_closed_request' });
    expect(world.clock.pending).toBe(before);
    await world.clock.advance(1_000);
    expect(eu.calls).toHaveLength(3);
    expect(eu.ends.slice(1)).toEqual(['watermark us-a cancelled', 'watermark asia-a cancelled']);
  });

  it('before it has begun sends nothing', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    for (const consistency of [EVENTUAL, STRICT]) {
      expect((await world.errorOf(eu.read(consistency, { signal }))).code).toBe('client_closed_request');
    }
    expect(eu.calls).toEqual([]);
  });

  it('has not cancelled those that come after it', async () => {
    await us.write('v');
    for (let count = 0; count < 20; count++) {
      const answer = await world.settled(count % 2 === 0 ? eu.read(EVENTUAL) : eu.read(STRICT));
      expect(answer.evidence.met).toBe(true);
    }
  });
});
