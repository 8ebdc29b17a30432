import { setCell } from '../../../../src/bigtable/write/mutations';
import type { Mutation } from '../../../../src/bigtable/client/types';
import {
  watermarkColumnOf,
  encodePredecessor,
  WATERMARK_FAMILY,
} from '../../../../src/core/consistency/row-watermark';
import { rowId, tokenOfWrite } from '../../../../src/core/tokens/write-token';
import { createLogger } from '../../../../src/platform/telemetry/logger';
import { seededRandom } from '../../../../src/platform/random';
import {
  AuditSampler,
  type AuditOutcome,
  type AuditViolation,
} from '../../../../src/consistency/audit/audit-sampler';
import type { RowProofClaim } from '../../../../src/consistency/audit/proof-claim';
import { findWriteMissedByRow } from '../../../../src/consistency/audit/row-audit';
import { KEY, ReaderWorld, TABLE, writesOnlyAt, type ReaderProcess } from '../reader-world';

describe('An answer that the watermark of its row proves', () => {
  let world: ReaderWorld;
  let us: ReaderProcess;
  let eu: ReaderProcess;
  let outcomes: string[];
  let violations: AuditViolation[];
  let lines: string[];

  beforeEach(async () => {
    world = await ReaderWorld.open(writesOnlyAt(['us-a']));
    us = world.process('us');
    eu = world.process('eu');
    [outcomes, violations, lines] = [[], [], []];
  });
  afterEach(() => world.close());

  const set = (name: string): Mutation => setCell('f', Buffer.from(name), 1_000, Buffer.from('x'));

  async function audit(claims: readonly RowProofClaim[]): Promise<void> {
    const destination = { write: (line: string) => void lines.push(line) };
    const sampler = new AuditSampler({
      clients: eu.routing.clients,
      clock: world.clock,
      random: seededRandom(3),
      logger: createLogger({ level: 'info', service: 'eu', destination }),
      limits: { rate: 1 },
      observer: { onAudit: (outcome: AuditOutcome, kind) => void outcomes.push(`${kind} ${outcome}`) },
      onViolation: (violation) => void violations.push(violation),
    });
    for (const claim of claims) sampler.recordClaim(claim);
    await world.clock.advance(10_000);
    await sampler.stop();
  }

  it('is claimed with the writes it showed, and passes, however the row goes on', async () => {
    let last = await us.mutate([set('1')]);
    for (const name of ['2', '3']) last = await us.mutate([set(name)]);
    await world.clock.advance(500);
    const consistency = { level: 'at-least-as-fresh', token: last.token } as const;
    const { evidence } = await world.settled(eu.read(consistency));
    expect(evidence.clusters).toEqual(['eu-a']);
    expect(eu.rowClaims).toHaveLength(1);
    const [{ replica, origin, versions, links }] = eu.rowClaims as [RowProofClaim];
    expect([replica.id, origin.id]).toEqual(['eu-a', 'us-a']);
    const { column, versionMs } = last.token.writes[0]!;
    expect(versions).toEqual(new Map([[column, versionMs]]));
    expect(links.get(column)).toHaveLength(3);
    await us.mutate([set('4')]);
    await audit(eu.rowClaims);
    expect(outcomes).toEqual(['row passed']);
  });

  it('is not claimed where the origin itself answers, nor where nothing was needed', async () => {
    await us.mutate([set('1')]);
    await world.settled(us.read({ level: 'strict' }));
    await world.settled(eu.read({ level: 'strict' }, undefined, Buffer.from('07#none')));
    expect([us.rowClaims, eu.rowClaims]).toEqual([[], []]);
  });

  it('is found out when a chain has left out a write, as no writer may', async () => {
    const { code } = world.cluster('us-a');
    const column = watermarkColumnOf(code, 'broken');
    const qualifier = Buffer.from(column, 'latin1');
    const nowMs = world.clock.nowMs();
    world.stopReplication('us-a', 'eu-a');
    for (const [name, versionMs] of [
      ['1', nowMs],
      ['2', nowMs + 1],
    ] as const) {
      const mark = setCell(WATERMARK_FAMILY, qualifier, versionMs * 1_000, encodePredecessor(0));
      const client = us.routing.clients.of(world.cluster('us-a'));
      await world.settled(client.mutateRow(TABLE, { key: KEY, mutations: [set(name), mark] }));
    }
    await world.applyAlone('2', nowMs + 1, 'us-a', 'eu-a');
    const token = tokenOfWrite({ row: rowId(TABLE, KEY), column, versionMs: nowMs + 1, ackedMs: nowMs + 1 });
    const { evidence } = await world.settled(eu.read({ level: 'at-least-as-fresh', token }));
    expect(evidence.clusters).toEqual(['eu-a']);
    await audit(eu.rowClaims);
    expect(outcomes).toEqual(['row violated']);
    expect(violations[0]).toMatchObject({ column, versionMs: nowMs });
    const [line] = lines.filter((each) => each.includes("proven by its row's watermark"));
    expect(JSON.parse(line!)).toMatchObject({ level: 'error', replica: 'eu-a', origin: 'us-a' });
    expect(line).not.toContain(KEY.toString());
  });
});

describe('A write that an answer proven by its row lacks', () => {
  const COLUMN = watermarkColumnOf('us__', 'writer');
  const claim = (over: Partial<RowProofClaim> = {}): RowProofClaim =>
    ({
      kind: 'row',
      table: 't',
      key: KEY,
      replicatedBeforeMs: 5,
      replica: { id: 'eu' },
      origin: { id: 'us', code: 'us__' },
      versions: new Map([[COLUMN, 30]]),
      links: new Map([[COLUMN, [30, 10].map((versionMs) => ({ versionMs, predecessorMs: 0 }))]]),
      ...(over as object),
    }) as unknown as RowProofClaim;
  const cells = (...versions: number[]) =>
    versions.map((versionMs) => ({
      family: WATERMARK_FAMILY,
      qualifier: Buffer.from(COLUMN, 'latin1'),
      value: Buffer.alloc(0),
      labels: [],
      timestampMicros: versionMs * 1_000,
    }));

  it('is one of its column that is no newer than what was claimed', () => {
    expect(findWriteMissedByRow(claim(), cells(30, 20, 10))).toEqual({ column: COLUMN, versionMs: 20 });
    expect(findWriteMissedByRow(claim(), cells(31, 30, 10))).toBeUndefined();
  });

  it('is none that is older than the horizon', () => {
    expect(findWriteMissedByRow(claim(), cells(30, 10, 4))).toBeUndefined();
    expect(findWriteMissedByRow(claim({ replicatedBeforeMs: 4 }), cells(30, 10, 4))).toBeDefined();
  });

  it('is none of a column of which nothing was claimed', () => {
    expect(findWriteMissedByRow(claim({ versions: new Map() }), cells(20))).toBeUndefined();
  });
});
