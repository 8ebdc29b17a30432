import type { Consistency } from '../../../../src/core/consistency/consistency';
import { encodeLease, LEASE_FAMILY, LEASE_QUALIFIER, type Lease } from '../../../../src/core/pacing/lease';
import { encodePacingSnapshot } from '../../../../src/codec/messages/pacing-messages';
import { CURRENT_QUALIFIER, SNAPSHOT_FAMILY } from '../../../../src/operations/pacing/pacing-rows';
import { createPacingWatch, type PacingWatch } from '../../../../src/operations/pacing/pacing-watch';
import { createLogger } from '../../../../src/platform/telemetry/logger';
import type { Cell } from '../../../../src/bigtable/client/types';
import type { RowAnswer, RowRead } from '../../../../src/consistency/store';
import { VirtualClock } from '../../../support/virtual-clock';

const LIMITS = {
  pollIntervalMs: 500,
  pollTimeoutMs: 2_000,
  pollIdleTimeoutMs: 60_000,
  silentAfterMs: 10_000,
};

/** Cells that controllers publish, as one replica has them. */
class Replica {
  lease: Lease | undefined;
  failure: Error | undefined;
  /** The replica has the lease's row but not the snapshot. */
  lacksStates = false;
  /** Whether each read was of a snapshot. */
  readonly reads: boolean[] = [];

  constructor(private readonly clock: VirtualClock) {}

  publish(epoch: number, sequence: number, rounds: number): void {
    this.lease = {
      holder: 'a',
      epoch,
      sequence,
      rounds,
      writtenAtMs: this.clock.nowMs(),
      durationMs: 3_000,
      isReleased: false,
    };
  }

  async readRow(read: RowRead, { level }: Consistency): Promise<RowAnswer> {
    const [, wanted] = /pacing\/(.+)$/.exec(read.key.toString()) ?? [];
    this.reads.push(wanted !== undefined);
    if (this.failure !== undefined) throw this.failure;
    const cells = wanted === undefined ? this.#leaseAndNote() : this.#states(wanted, level);
    return { row: { key: read.key, cells } } as unknown as RowAnswer;
  }

  #leaseAndNote(): Cell[] {
    if (this.lease === undefined) return [];
    return [cell(LEASE_FAMILY, LEASE_QUALIFIER, encodeLease(this.lease)), snapshotOf(this.lease)];
  }

  #states(wanted: string, level: Consistency['level']): Cell[] {
    const [epoch, sequence] = wanted.split('-').map(Number);
    return this.lacksStates && level === 'eventual'
      ? []
      : [snapshotOf({ epoch: epoch!, sequence: sequence! })];
  }
}

const snapshotOf = ({ epoch, sequence }: Pick<Lease, 'epoch' | 'sequence'>): Cell => {
  const snapshot = { epoch, sequence, decidedAtMs: 0, controller: 'a', states: [] };
  return cell(SNAPSHOT_FAMILY, CURRENT_QUALIFIER, encodePacingSnapshot(snapshot));
};

const cell = (family: string, qualifier: Buffer, value: Buffer): Cell => ({
  family,
  qualifier,
  value,
  timestampMicros: 1_000,
  labels: [],
});

describe('The watch of published snapshots', () => {
  let clock: VirtualClock;
  let row: Replica;
  let watch: PacingWatch;

  beforeEach(() => {
    clock = new VirtualClock();
    row = new Replica(clock);
    watch = createPacingWatch({
      reader: row,
      clock,
      random: () => 0.5,
      limits: LIMITS,
      logger: createLogger({ level: 'silent', service: 'test' }),
    });
  });
  afterEach(() => watch.stop());

  /** A period with a round of decisions each second. */
  async function decides(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 1_000) {
      const { epoch, sequence, rounds } = row.lease!;
      row.publish(epoch, sequence, rounds + 1);
      await clock.advance(1_000);
    }
  }

  it('a snapshot is read only when there is a new one', async () => {
    row.publish(1, 1, 1);
    expect((await watch.current()).tag).toBe('1-1');
    await decides(5_000);
    expect(row.reads.filter(Boolean).length).toBe(1);
    row.publish(1, 2, 7);
    await clock.advance(1_000);
    expect((await watch.current()).tag).toBe('1-2');
    expect(row.reads.filter(Boolean).length).toBe(2);
  });

  it('a snapshot is used once the replica has it; a controller whose snapshot never arrives counts as silent', async () => {
    row.publish(1, 1, 1);
    await watch.current();
    row.lacksStates = true;
    row.publish(1, 2, 2);
    await clock.advance(1_000);
    expect(await watch.current()).toMatchObject({ tag: '1-1', isStale: false });
    row.lacksStates = false;
    await clock.advance(1_000);
    expect((await watch.current()).tag).toBe('1-2');
    row.lacksStates = true;
    row.publish(1, 3, 3);
    await decides(LIMITS.silentAfterMs + 1_000);
    expect(await watch.current()).toMatchObject({ tag: '1-2-stale', isStale: true });
  });

  it('the first snapshot is read from another replica if necessary, because without it all campaigns would stop', async () => {
    row.lacksStates = true;
    row.publish(1, 1, 1);
    expect(await watch.current()).toMatchObject({ tag: '1-1', isStale: false });
  });

  it('nothing is read while there are no requests', async () => {
    row.publish(1, 1, 1);
    await clock.advance(10_000);
    expect(row.reads.length).toBe(0);
    await watch.current();
    await clock.advance(LIMITS.pollIdleTimeoutMs + 2_000);
    const reads = row.reads.length;
    await clock.advance(60_000);
    expect(row.reads.length).toBe(reads);
    await watch.current();
    expect(row.reads.length).toBe(reads + 1);
  });

  it('a lagging replica never brings back older states', async () => {
    row.publish(2, 5, 9);
    await watch.current();
    row.publish(1, 80, 999);
    await clock.advance(2_000);
    expect((await watch.current()).tag).toBe('2-5');
  });

  it('older states are accepted after a long silence, because tables may be recreated', async () => {
    row.publish(2, 5, 9);
    await watch.current();
    row.publish(1, 1, 1);
    await clock.advance(LIMITS.silentAfterMs + 1_000);
    await watch.current();
    await decides(2_000);
    expect((await watch.current()).tag).toBe('1-1');
  });

  it('the view is stale when no round is completed, even if the lease is renewed', async () => {
    row.publish(1, 1, 1);
    await watch.current();
    for (let i = 0; i < 12; i++) {
      row.publish(1, 1, 1);
      await clock.advance(1_000);
    }
    expect(await watch.current()).toMatchObject({ isStale: true, tag: '1-1-stale' });
    await decides(1_000);
    expect(await watch.current()).toMatchObject({ isStale: false, tag: '1-1' });
  });

  it('the view is stale at once when the controller has been silent for long', async () => {
    row.publish(1, 1, 1);
    await clock.advance(60_000);
    expect((await watch.current()).isStale).toBe(true);
  });

  it('a controller with a wrong clock does not affect staleness for long', async () => {
    row.publish(1, 1, 1);
    row.lease = { ...row.lease!, writtenAtMs: clock.nowMs() - 3_600_000 };
    expect((await watch.current()).isStale).toBe(true);
    row.lease = { ...row.lease, rounds: 2 };
    await clock.advance(1_000);
    expect((await watch.current()).isStale).toBe(false);
  });

  it('the known states are served during an outage until they are stale, and waiting requests are woken then', async () => {
    row.publish(1, 1, 1);
    const { tag } = await watch.current();
    row.failure = new Error('away');
    await clock.advance(5_000);
    expect(await watch.current()).toMatchObject({ isStale: false, tag: '1-1' });
    const changed = watch.waitForChange(tag, new AbortController().signal);
    await clock.advance(6_000);
    expect(await changed).toMatchObject({ isStale: true, tag: '1-1-stale' });
  });

  it('the watch fails while the store was never available, and reports when nothing is published', async () => {
    row.failure = new Error('away');
    await expect(watch.current()).rejects.toThrow('away');
    row.failure = undefined;
    expect(await watch.current()).toMatchObject({ snapshot: undefined, isStale: true, tag: '0-0-stale' });
  });
});
