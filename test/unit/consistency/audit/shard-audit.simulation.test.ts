import { deleteFromRow, setCell } from '../../../../src/bigtable/write/mutations';
import type { Cell } from '../../../../src/bigtable/client/types';
import { covers, watermarkOf, type RowWatermark } from '../../../../src/core/consistency/row-watermark';
import type { WriteToken } from '../../../../src/core/tokens/write-token';
import { seededRandom } from '../../../../src/platform/random';
import { findWriteMissedByShard } from '../../../../src/consistency/audit/shard-audit';
import {
  AuditSampler,
  type AuditLimits,
  type AuditOutcome,
  type AuditViolation,
} from '../../../../src/consistency/audit/audit-sampler';
import type { ShardClaim } from '../../../../src/consistency/audit/proof-claim';
import { createWriter, type RowWriter } from '../../../../src/consistency/write/row-writer';
import { EPSILON_MS, HeartbeatWorld, TABLE, type WatermarkProcess } from '../../../support/heartbeat-world';

const CLUSTERS = { 'eu-a': 'eu', 'us-a': 'us', 'asia-a': 'asia' };
const SHARDS = [0, 7];

describe('AuditSampler', () => {
  let world: HeartbeatWorld;
  /** Beats at its cluster, and audits. */
  let eu: WatermarkProcess;
  /** Reads at its own. */
  let asia: WatermarkProcess;
  let writer: RowWriter;
  let outcomes: AuditOutcome[];
  let violations: AuditViolation[];

  beforeEach(async () => {
    world = await HeartbeatWorld.open({ clusters: CLUSTERS });
    eu = world.process('eu', { shards: SHARDS });
    asia = world.process('asia', { shards: SHARDS });
    writer = writerIn('eu');
    outcomes = [];
    violations = [];
  });
  afterEach(() => world.close());

  function writerIn(region: string): RowWriter {
    const { router, clients } = world.routing('serving', region);
    return createWriter({ router, clients, clock: world.clock, random: world.random });
  }

  const sampler = (limits: Partial<AuditLimits> = {}): AuditSampler =>
    new AuditSampler({
      clients: eu.routing.clients,
      clock: world.clock,
      random: seededRandom(3),
      logger: eu.logger,
      limits: { rate: 1, marginMs: 500, ...limits },
      observer: { onAudit: (outcome) => void outcomes.push(outcome) },
      onViolation: (violation) => void violations.push(violation),
    });

  const write = async (key: string, by = writer): Promise<WriteToken> => {
    const cell = setCell('f', Buffer.from('q'), 1_000, Buffer.from('v'));
    const row = { key: Buffer.from(key), mutations: [cell] };
    return (await world.settled(by.mutateRow(TABLE, row))).token;
  };

  async function shownAt(id: string, key: string): Promise<RowWatermark> {
    const client = (id === 'asia-a' ? asia : eu).routing.clients.of(world.cluster(id));
    const row = await world.settled(client.readRow({ table: TABLE, key: Buffer.from(key) }));
    return watermarkOf(row?.cells ?? []);
  }

  const neededOf = ({ writes }: WriteToken): RowWatermark =>
    new Map(writes.map(({ column, versionMs }) => [column, versionMs]));

  /**
   * Returns the claim that a reader would make of a read at asia-a: proven by heartbeats, while the row lacks the write.
   * Undefined if there is none.
   */
  async function claimOf(key: string, token: WriteToken): Promise<Required<ShardClaim> | undefined> {
    const watermark = await shownAt('asia-a', key);
    const claim = {
      kind: 'shard' as const,
      table: TABLE,
      key: Buffer.from(key),
      watermark,
      versions: neededOf(token),
      replica: world.cluster('asia-a'),
      origin: world.cluster('eu-a'),
      ackedMs: token.writes[0]!.ackedMs,
      replicatedBeforeMs: 0,
    };
    const seenMs = asia.tracker.latestHeartbeatMs(claim.replica, claim.origin, claim);
    const isProven = seenMs > claim.ackedMs + EPSILON_MS;
    return isProven && !covers(watermark, claim.versions) ? claim : undefined;
  }

  /** Writes, lets time pass, reads, and has each claim audited, or one of the same kind that names no writes. */
  async function claims(audit: AuditSampler, { withNeeded = true, rows = 60 } = {}): Promise<number> {
    let made = 0;
    for (let index = 0; index < rows; index++) {
      const key = `07#row ${index}`;
      const token = await write(key);
      await world.clock.advance(4_000);
      const claim = await claimOf(key, token);
      if (claim === undefined) continue;
      made += 1;
      const { versions, ...nameless } = claim;
      audit.recordClaim(
        withNeeded ? { ...nameless, versions } : { ...nameless, ackedMs: claim.ackedMs + 600 },
      );
    }
    await world.clock.advance(10_000);
    return made;
  }

  describe('where rows overtake each other', () => {
    beforeEach(() => {
      world.core.faults.changeLinks('eu', 'asia', { reorderRows: true, jitterMs: 6_000 });
      eu.heartbeats.start();
      asia.tracker.start();
    });

    it('finds that answers proven by heartbeats lack writes that tokens name', async () => {
      const made = await claims(sampler());
      expect(made).toBeGreaterThan(1);
      expect(outcomes).toEqual(Array.from({ length: made }, () => 'violated'));
      const [violation] = violations;
      expect(violation!.claim.versions!.get(violation!.column)).toBe(violation!.versionMs);
      expect(violation!.lateMs).toBeGreaterThanOrEqual(4_000);
      const lines = eu.logLines.filter(({ msg }) => msg.startsWith('an answer proven by heartbeats'));
      expect(lines).toHaveLength(made);
      expect(lines[0]).toMatchObject({
        level: 'error',
        table: TABLE,
        shard: 7,
        replica: 'asia-a',
        origin: 'eu-a',
        lateMs: violation!.lateMs,
      });
      expect(JSON.stringify(lines)).not.toContain('07#');
    });

    it('also finds it where no claim names a write, if it was begun long enough before', async () => {
      const made = await claims(sampler(), { withNeeded: false });
      expect(made).toBeGreaterThan(1);
      expect(outcomes).toEqual(Array.from({ length: made }, () => 'violated'));
    });

    it('passes an answer where it may have been under way', async () => {
      const made = await claims(sampler({ marginMs: 30_000 }), { withNeeded: false });
      expect(outcomes).toEqual(Array.from({ length: made }, () => 'passed'));
    });
  });

  it('finds nothing where rows keep their order, whatever the delay', async () => {
    world.core.faults.changeLinks('eu', 'asia', { jitterMs: 6_000 });
    eu.heartbeats.start();
    asia.tracker.start();
    const audit = sampler({ marginMs: 100 });
    const other = writerIn('eu');
    for (let index = 0; index < 30; index++) {
      const key = `07#row ${index % 3}`;
      await write(key, index % 2 === 0 ? writer : other);
      await world.clock.advance(700);
      const watermark = await shownAt('asia-a', key);
      const [replica, origin] = [world.cluster('asia-a'), world.cluster('eu-a')];
      const seenMs = asia.tracker.latestHeartbeatMs(replica, origin, { table: TABLE, key: Buffer.from(key) });
      const ackedMs = seenMs - EPSILON_MS - 1;
      if (ackedMs > 0)
        audit.recordClaim({
          table: TABLE,
          key: Buffer.from(key),
          replica,
          origin,
          ackedMs,
          watermark,
          kind: 'shard',
          replicatedBeforeMs: 0,
        });
    }
    await world.clock.advance(10_000);
    expect(outcomes.length).toBeGreaterThan(20);
    expect(new Set(outcomes)).toEqual(new Set(['passed']));
    expect(eu.logLines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  describe('of a row whose write is gone', () => {
    /** Returns the cells as read at a replica that also has what came after. */
    async function audited(token: WriteToken, watermark: RowWatermark): Promise<void> {
      sampler().recordClaim({
        kind: 'shard',
        table: TABLE,
        key: Buffer.from('07#gone'),
        watermark,
        versions: neededOf(token),
        replica: world.cluster('asia-a'),
        origin: world.cluster('eu-a'),
        ackedMs: token.writes[0]!.ackedMs,
        replicatedBeforeMs: 0,
      });
      await world.clock.advance(5_000);
    }

    const erase = (): Promise<void> =>
      world.settled(
        eu.routing.clients
          .of(world.cluster('eu-a'))
          .mutateRow(TABLE, { key: Buffer.from('07#gone'), mutations: [deleteFromRow()] }),
      );
    it('finds no fault when it was erased', async () => {
      const token = await write('07#gone');
      await erase();
      await audited(token, new Map());
      expect(outcomes).toEqual(['passed']);
    });

    it('finds no fault when it was erased after the answer was read, and written again by the same writer', async () => {
      const token = await write('07#gone');
      await erase();
      const watermark = await shownAt('eu-a', '07#gone');
      await world.clock.advance(50);
      await write('07#gone');
      await audited(token, watermark);
      expect(outcomes).toEqual(['passed']);
    });

    it('finds the fault when it is there at the origin, and newer ones are too', async () => {
      const token = await write('07#gone');
      await world.clock.advance(50);
      await write('07#gone');
      await audited(token, new Map());
      expect(outcomes).toEqual(['violated']);
    });
  });

  describe('keeps to its own low cost', () => {
    const claim = (): ShardClaim => ({
      kind: 'shard',
      table: TABLE,
      key: Buffer.from('07#x'),
      watermark: new Map(),
      replicatedBeforeMs: 0,
      replica: world.cluster('asia-a'),
      origin: world.cluster('eu-a'),
      ackedMs: world.clock.nowMs(),
    });
    const times = (count: number, audit: AuditSampler): void => {
      for (let index = 0; index < count; index++) audit.recordClaim(claim());
    };

    it('by checking the share that is configured', async () => {
      times(2_000, sampler({ rate: 0.1, checksQueuedMax: 2_000 }));
      await world.clock.advance(10_000);
      expect(outcomes.length).toBeGreaterThan(150);
      expect(outcomes.length).toBeLessThan(250);
      times(1_000, sampler({ rate: 0 }));
      const before = outcomes.length;
      await world.clock.advance(10_000);
      expect(outcomes.length).toBe(before);
    });

    it('by leaving out what would wait beyond its limit', async () => {
      times(50, sampler({ checksQueuedMax: 20 }));
      expect(outcomes).toEqual(Array.from({ length: 30 }, () => 'skipped'));
      await world.clock.advance(10_000);
      expect(outcomes.filter((outcome) => outcome === 'passed')).toHaveLength(20);
    });

    it('by a few checks at a time', async () => {
      world.core.faults.changeClusters('eu-a', { slowMs: 1_000 });
      times(6, sampler({ delayMs: 100, checksInFlightMax: 2 }));
      const passed: number[] = [];
      await world.clock.advance(600);
      for (let second = 0; second < 4; second++) {
        passed.push(outcomes.length);
        await world.clock.advance(1_002);
      }
      expect(passed).toEqual([0, 2, 4, 6]);
    });

    it('by giving up when the origin cannot be read, or has too long', async () => {
      const audit = sampler({ timeoutMs: 300 });
      world.core.faults.stop('eu-a');
      times(2, audit);
      await world.clock.advance(5_000);
      world.core.faults.start('eu-a');
      world.core.faults.changeClusters('eu-a', { slowMs: 1_000 });
      times(1, audit);
      await world.clock.advance(5_000);
      expect(outcomes).toEqual(['failed', 'failed', 'failed']);
      expect(eu.logLines).toEqual([]);
    });

    it('by leaving batch clusters alone, which it cannot ask', async () => {
      const audit = sampler();
      const origin = { ...world.cluster('eu-a'), workload: 'batch' as const };
      audit.recordClaim({ ...claim(), origin });
      await world.clock.advance(5_000);
      expect(outcomes).toEqual([]);
    });

    it('and by ending at once', async () => {
      world.core.faults.changeClusters('eu-a', { slowMs: 1_000 });
      const audit = sampler({ checksInFlightMax: 2 });
      times(5, audit);
      await world.clock.advance(2_200);
      const startMs = world.clock.monotonicMs();
      times(5, audit);
      await world.settled(audit.stop());
      expect(world.clock.monotonicMs() - startMs).toBeLessThan(5);
      await world.clock.advance(10_000);
      times(1, audit);
      await world.clock.advance(10_000);
      expect(outcomes).toEqual([]);
    });
  });
});

describe('findWriteMissedByShard', () => {
  const OWN = 'eu__writer';
  const OTHER = 'us__writer';
  const cluster = {
    region: '',
    writes: 'accepted',
    appProfileId: '',
    project: '',
    instance: '',
    workload: 'serving',
  } as const;
  const claim = (over: Partial<ShardClaim>): ShardClaim => ({
    kind: 'shard',
    table: 't',
    key: Buffer.from('07#x'),
    watermark: new Map(),
    ackedMs: 10_000,
    replicatedBeforeMs: 0,
    replica: { ...cluster, id: 'asia', code: 'asia' },
    origin: { ...cluster, id: 'eu', code: 'eu__' },
    ...over,
  });
  const shown = (...versions: readonly (readonly [string, number])[]): Cell[] =>
    versions.map(([column, versionMs]) => ({
      family: '_wm',
      qualifier: Buffer.from(column),
      value: Buffer.alloc(0),
      labels: [],
      timestampMicros: versionMs * 1_000,
    }));

  it('returns a write that was sent at least as long before the answer as any write takes', () => {
    expect(findWriteMissedByShard(claim({}), shown([OWN, 9_000]), 1_000)).toEqual({
      column: OWN,
      versionMs: 9_000,
    });
    expect(findWriteMissedByShard(claim({}), shown([OWN, 9_001]), 1_000)).toBeUndefined();
  });

  it('does not return a write that the answer shows', () => {
    expect(
      findWriteMissedByShard(claim({ watermark: new Map([[OWN, 9_000]]) }), shown([OWN, 9_000]), 0),
    ).toBeUndefined();
    expect(
      findWriteMissedByShard(claim({ watermark: new Map([[OWN, 8_999]]) }), shown([OWN, 9_000]), 0),
    ).toBeDefined();
  });

  it('does not return a write so old that the answer did not have to show it', () => {
    expect(
      findWriteMissedByShard(claim({ replicatedBeforeMs: 5_001 }), shown([OWN, 5_000]), 0),
    ).toBeUndefined();
    expect(
      findWriteMissedByShard(claim({ replicatedBeforeMs: 5_000 }), shown([OWN, 5_000]), 0),
    ).toBeDefined();
  });

  it('does not return a write of another origin, or a heartbeat', () => {
    expect(findWriteMissedByShard(claim({}), shown([OTHER, 5], ['eu__', 5]), 0)).toBeUndefined();
  });

  it('returns nothing if the answer had a write that the origin lacks: it may be a deletion', () => {
    const watermark = new Map([[OTHER, 9_500]]);
    expect(findWriteMissedByShard(claim({ watermark }), shown([OWN, 5]), 0)).toBeUndefined();
    expect(findWriteMissedByShard(claim({ watermark }), shown([OWN, 5], [OTHER, 9_500]), 0)).toBeDefined();
  });

  it('does not ask the origin for what is old enough to be collected there', () => {
    const watermark = new Map([[OTHER, 5]]);
    const ackedMs = 8 * 86_400_000;
    expect(findWriteMissedByShard(claim({ watermark, ackedMs }), shown([OWN, ackedMs - 1]), 0)).toBeDefined();
  });
});
