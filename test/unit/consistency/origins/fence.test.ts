/** A dead origin that the operator has fenced: what is known of it from then on. */
import type { Consistency } from '../../../../src/core/consistency/consistency';
import { DEFAULTS } from '../../../../src/config/defaults';
import {
  EPSILON_MS,
  ReaderWorld,
  TABLE,
  valueOf,
  type ClusterDeclarations,
  type ReaderProcess,
} from '../reader-world';

const CLUSTERS = { 'eu-a': { region: 'eu' }, 'us-a': { region: 'us' } };
const STRICT: Consistency = { level: 'strict' };
const CALL = { timeoutMs: 500 };

describe('A fenced cluster', () => {
  let world: ReaderWorld;
  let process: ReaderProcess;
  let fencedAtMs: number;
  let fenced: ClusterDeclarations;

  /** us-a has a write that no other cluster has, and never comes back. */
  beforeEach(async () => {
    world = await ReaderWorld.open(CLUSTERS);
    process = world.process('eu', { announces: true });
    await process.write('before');
    await world.clock.advance(1_000);
    world.stopReplication('eu-a', 'us-a');
    const there = world.process('us', { announces: true });
    await there.write('lost');
    world.faultOf = ({ cluster }) => (cluster === 'us-a' ? { kind: 'request-lost' } : undefined);
    fencedAtMs = world.clock.nowMs() + 5_000;
    const fencedAt = new Date(fencedAtMs).toISOString();
    fenced = { ...CLUSTERS, 'us-a': { region: 'us', writes: 'fenced', fencedAt } };
    process.reload(fenced);
  });
  afterEach(async () => {
    world.faultOf = () => undefined;
    await world.close();
  });

  const read = async (consistency = STRICT) => world.settled(process.read(consistency, CALL));
  const sentTo = (id: string): number => process.calls.filter(({ cluster }) => cluster === id).length;

  it('keeps strict reads from being proven until the time of its fence has come by every clock', async () => {
    const error = await world.errorOf(process.read(STRICT, CALL));
    expect(error).toMatchObject({ code: 'consistency_unmet' });
    expect(error.message).toContain('us-a');
    await world.clock.advance(fencedAtMs - world.clock.nowMs() + EPSILON_MS);
    expect((await world.errorOf(process.read(STRICT, CALL))).code).toBe('consistency_unmet');
    await world.clock.advance(1);
    expect(valueOf(await read())).toBe('before');
    expect(valueOf(await read({ level: 'bounded', maxStalenessMs: 60_000 }))).toBe('before');
  });

  it('is sent neither reads nor writes, whatever the time is', async () => {
    const before = sentTo('us-a');
    await world.errorOf(process.read(STRICT, CALL));
    await process.write('after');
    await world.clock.advance(6_000);
    await read();
    expect(sentTo('us-a')).toBe(before);
  });

  it('keeps what tokens name from being proven, until another cluster shows it', async () => {
    const lost = world.process('us', { announces: true, knows: CLUSTERS });
    world.faultOf = () => undefined;
    const { token } = await lost.write('named');
    world.faultOf = ({ cluster }) => (cluster === 'us-a' ? { kind: 'request-lost' } : undefined);
    await world.clock.advance(6_000);
    const consistency: Consistency = { level: 'at-least-as-fresh', token };
    expect((await world.errorOf(process.read(consistency, CALL))).code).toBe('consistency_unmet');
    world.resumeReplication('eu-a', 'us-a');
    await world.clock.advance(1_000);
    expect(valueOf(await read(consistency))).toBe('named');
  });

  it('that accepts writes again is announced anew, so that a process which holds it for fenced misses none', async () => {
    await world.clock.advance(6_000);
    process.clearance.start();
    await world.clock.advance(10_000);
    expect(valueOf(await read())).toBe('before');
    world.faultOf = () => undefined;
    // A process that never knew of the fence; us-a itself still has it on record that it is announced.
    const back = world.process('us', { announces: true, knows: CLUSTERS });
    expect((await back.write('again')).cluster).toBe('us-a');
    const error = await world.errorOf(process.read(STRICT, CALL));
    expect(error.message).toContain('topology of this process is out of date');
    process.reload(CLUSTERS);
    expect(valueOf(await read())).toBe('again');
    await world.settled(process.clearance.stop());
  });

  it('is announced anew, even to an origin that could not be reached, before it takes a write', async () => {
    await world.clock.advance(6_000);
    process.clearance.start();
    await world.clock.advance(10_000);
    await world.settled(process.clearance.stop());
    world.faultOf = ({ cluster, method }) =>
      cluster === 'eu-a' && method === 'MutateRows' ? { kind: 'request-lost' } : undefined;
    const back = world.process('us', { announces: true, knows: CLUSTERS });
    await world.settled(back.clearance.whenCleared(TABLE, {}, world.cluster('us-a')));
    expect(back.clearance.isCleared(TABLE, world.cluster('us-a'))).toBe(false);
    await world.clock.advance(DEFAULTS.announcements.retryMs);
  });
});
