import { familyIs } from '../../../../src/bigtable/read/filters';
import { EVENTUAL, type Consistency } from '../../../../src/core/consistency/consistency';
import { rowKey } from '../../../../src/core/rows/row-key';
import { mergeAllTokens } from '../../../../src/core/tokens/write-token';
import type { CallOptions } from '../../../../src/bigtable/client/types';
import type { RowsAnswer } from '../../../../src/consistency/store';
import { ReaderWorld, TABLE, type ReaderProcess } from '../reader-world';

const EVERYWHERE_MS = 500;
const KEYS = Array.from({ length: 40 }, (_, at) => rowKey(`user-${at}`));
const STRICT: Consistency = { level: 'strict' };
const CLUSTERS = {
  'eu-a': { region: 'eu' },
  'eu-b': { region: 'eu', zone: 'eu-b' },
  'us-a': { region: 'us' },
  'asia-a': { region: 'asia' },
};

describe('A read of several rows', () => {
  let world: ReaderWorld;
  let eu: ReaderProcess;
  let us: ReaderProcess;

  beforeEach(async () => {
    world = await ReaderWorld.open(CLUSTERS);
    [eu, us] = [world.process('eu'), world.process('us')];
    for (const key of KEYS.slice(0, 30)) await us.write('v1', key);
    await world.clock.advance(EVERYWHERE_MS);
  });
  afterEach(() => world.close());

  const read = (consistency: Consistency, call?: CallOptions, keys = KEYS): Promise<RowsAnswer> =>
    eu.reader.readRows({ table: TABLE, keys, filter: familyIs('f') }, consistency, call);
  const values = ({ rows }: RowsAnswer) =>
    rows.map((row) => row?.cells.map(({ value }) => value.toString()).join());
  const expected = (first: string) => KEYS.map((_, at) => (at === 0 ? first : at < 30 ? 'v1' : undefined));

  it('is one request to each cluster that is the nearest of some', async () => {
    const answer = await world.settled(read(EVENTUAL));
    expect(values(answer)).toEqual(expected('v1'));
    expect(answer.evidence).toMatchObject({ met: true, tier: 'nearest', lookups: 2 });
    expect([...answer.evidence.clusters].sort()).toEqual(['eu-a', 'eu-b']);
    expect(answer.evidence.token.writes.length + answer.evidence.token.times.length).toBe(30);
    expect(eu.answers).toMatchObject([{ level: 'eventual', rows: 40, lookups: 2 }]);
  });

  it('that is strict asks each other origin once for all rows', async () => {
    const answer = await world.settled(read(STRICT));
    expect(values(answer)).toEqual(expected('v1'));
    expect(answer.evidence).toMatchObject({ met: true, tier: 'nearest', lookups: 6 });
    expect(eu.calls.map(({ cluster }) => cluster).sort()).toEqual([
      'asia-a',
      'eu-a',
      'eu-a',
      'eu-b',
      'eu-b',
      'us-a',
    ]);
  });

  it('reads a row that the nearest lacks by itself', async () => {
    for (const id of ['eu-a', 'eu-b']) world.stopReplication('us-a', id);
    for (const id of ['eu-a', 'eu-b']) world.stopReplication('asia-a', id);
    await world.clock.advance(1);
    await us.write('v2', KEYS[0]);
    const answer = await world.settled(read(STRICT));
    expect(values(answer)[0]).toMatch(/^v2/);
    expect(values(answer).slice(1)).toEqual(expected('').slice(1));
    expect(answer.evidence).toMatchObject({ met: true, tier: 'origin' });
    expect(answer.evidence.clusters).toContain('us-a');
    expect(answer.evidence.lookups).toBeLessThan(20);
  });

  it('is answered by others where a whole group fails', async () => {
    world.faults.stop('eu-a');
    const answer = await world.settled(read(EVENTUAL));
    expect(values(answer)).toEqual(expected('v1'));
    expect(answer.evidence).toMatchObject({ met: true, tier: 'failover', clusters: ['eu-b'] });
  });

  it('is answered by others where a whole group is silent', async () => {
    world.faultOf = ({ cluster }) => (cluster === 'eu-a' ? { kind: 'request-lost' } : undefined);
    const answer = await world.settled(read(EVENTUAL, { timeoutMs: 2_000 }));
    expect(values(answer)).toEqual(expected('v1'));
  });

  it('reads at most so many rows by themselves at the same time', async () => {
    world.faults.stop('eu-a');
    world.faults.stop('eu-b');
    const answer = world.settled(read(EVENTUAL));
    let most = 0;
    const watch = world.clock.schedule(30, () => void (most = eu.calls.length));
    await answer;
    watch();
    expect(most).toBeLessThanOrEqual(2 + 3 * 16);
  });

  it('fails as a whole when one row cannot be proven, and leaves nothing in flight', async () => {
    const before = world.clock.pending;
    world.faults.stop('us-a');
    const error = await world.errorOf(read(STRICT, { timeoutMs: 1_000 }));
    expect(error).toMatchObject({ code: 'consistency_unmet' });
    const sent = eu.calls.length;
    await world.clock.advance(1_000);
    expect(eu.calls).toHaveLength(sent);
    expect(world.clock.pending).toBeLessThanOrEqual(before);
  });

  it('is stale as a whole when one row is, where that was allowed', async () => {
    world.faults.stop('us-a');
    const answer = await world.settled(read({ ...STRICT, onUnmet: 'stale' }, { timeoutMs: 1_000 }));
    expect(values(answer)).toEqual(expected('v1'));
    expect(answer.evidence.met).toBe(false);
    expect(answer.unmet).toEqual(KEYS.map((_, at) => at));
  });

  it('lists the stale rows', async () => {
    for (const id of ['eu-a', 'eu-b', 'asia-a']) world.stopReplication('us-a', id);
    const { token } = await us.write('v2', KEYS[3]);
    world.faults.stop('us-a');
    const consistency = { level: 'at-least-as-fresh', token, onUnmet: 'stale' } as const;
    const answer = await world.settled(read(consistency, { timeoutMs: 1_000 }));
    expect(values(answer)).toEqual(expected('v1'));
    expect(answer.unmet).toEqual([3]);
  });

  it('with the token of some rows asks their origin for those only', async () => {
    for (const id of ['eu-a', 'eu-b']) for (const from of ['us-a', 'asia-a']) world.stopReplication(from, id);
    const receipts = [await us.write('v2', KEYS[0]), await us.write('v2', KEYS[7])];
    const limits = { writesMax: 32, nowMs: world.clock.nowMs() };
    const token = mergeAllTokens(
      receipts.map((receipt) => receipt.token),
      limits,
    );
    const answer = await world.settled(read({ level: 'at-least-as-fresh', token }));
    expect([values(answer)[0], values(answer)[7]]).toEqual([
      expect.stringMatching(/^v2/),
      expect.stringMatching(/^v2/),
    ]);
    expect(eu.ends.filter((end) => end === 'origin us-a answered')).toHaveLength(2);
  });

  describe('that may have so many bytes', () => {
    const readWithin = (bytesMax: number, call: CallOptions = {}): Promise<RowsAnswer> =>
      eu.reader.readRows({ table: TABLE, keys: KEYS, filter: familyIs('f'), bytesMax }, STRICT, call);
    const bytesOf = ({ rows }: RowsAnswer): number =>
      rows
        .flatMap((row) => row?.cells ?? [])
        .reduce((sum, { qualifier, value }) => sum + qualifier.length + value.length, 0);

    it('is answered with as many', async () => {
      const bytes = bytesOf(await world.settled(read(STRICT)));
      expect(bytesOf(await world.settled(readWithin(bytes)))).toBe(bytes);
    });

    it('ends as soon as more have come, and so do its other requests', async () => {
      const bytes = bytesOf(await world.settled(read(STRICT)));
      eu.ends.length = 0;
      // Nothing waits for rows that never come.
      world.faultOf = ({ cluster }) => (cluster === 'eu-b' ? { kind: 'request-lost' } : undefined);
      const before = world.clock.pending;
      const { code } = await world.errorOf(readWithin(bytes / 10));
      expect(code).toBe('answer_too_large');
      await world.clock.advance(1);
      expect(world.clock.pending).toBeLessThanOrEqual(before);
      expect(eu.ends).toEqual(expect.arrayContaining(['nearest eu-a cancelled', 'nearest eu-b cancelled']));
      expect(eu.ends.filter((end) => end.endsWith('failed'))).toEqual([]);
    });

    it('counts a row that is read by itself as well, instead of its earlier answer', async () => {
      const bytes = bytesOf(await world.settled(read(STRICT)));
      for (const id of ['eu-a', 'eu-b']) world.stopReplication('us-a', id);
      await us.write('v2', KEYS[0]);
      const exactly = bytesOf(await world.settled(read(STRICT)));
      expect(exactly).toBeGreaterThanOrEqual(bytes);
      await world.settled(readWithin(exactly));
      await us.write('v3'.repeat(bytes), KEYS[0]);
      const { code } = await world.errorOf(readWithin(exactly));
      expect(code).toBe('answer_too_large');
    });
  });

  it('of no rows queries no cluster', async () => {
    const answer = await world.settled(read(STRICT, {}, []));
    expect(answer).toMatchObject({ rows: [], evidence: { met: true, lookups: 0, clusters: [] } });
    expect(eu.calls).toEqual([]);
  });

  it('ends when its caller has gone', async () => {
    const controller = new AbortController();
    const reading = read(STRICT, { signal: controller.signal });
    await world.clock.advance(20);
    controller.abort(new Error('gone'));
    expect((await world.errorOf(reading)).code).toBe('client_closed_request');
    const sent = eu.calls.length;
    await world.clock.advance(1_000);
    expect(eu.calls).toHaveLength(sent);
  });
});
