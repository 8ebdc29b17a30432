import { deleteFromColumn, deleteFromFamily, setCell } from '../../../../src/bigtable/write/mutations';
import { familyIs } from '../../../../src/bigtable/read/filters';
import type { Consistency } from '../../../../src/core/consistency/consistency';
import { visibleCells } from '../../../../src/core/objects/delete-markers';
import type { RowPrivacy } from '../../../../src/core/privacy/row-privacy';
import {
  createVersionedWriter,
  type ScopeToDelete,
  type VersionedReceipt,
  type VersionedWriteOptions,
  type VersionedWriter,
} from '../../../../src/consistency/write/versioned-writer';
import { tidemarkError } from '../../../support/tidemark-error';
import { EPSILON_MS, KEY, ReaderWorld, TABLE, type ReaderProcess, type SeenCall } from '../reader-world';

/** Longer than any replication here takes. */
const EVERYWHERE_MS = 500;
const LATE_MS = 3_000;
const STRICT: Consistency = { level: 'strict' };
const Q = Buffer.from('q');

let world: ReaderWorld;
beforeEach(async () => {
  world = await ReaderWorld.open();
});
afterEach(() => world.close());

/** A process with what writes objects, on its own clock. */
class ObjectProcess {
  readonly process: ReaderProcess;
  readonly cells: VersionedWriter;
  readonly ahead: number[] = [];

  /** `erasedUpToMs`: time up to which the user's record hides objects; undefined without a record. */
  constructor(region: string, skewMs = 0, erasedUpToMs?: number) {
    this.process = world.process(region, { skewMs });
    const { reader, writer, clock } = this.process;
    const privacy = { upTo: () => erasedUpToMs! * 1_000 } as unknown as RowPrivacy;
    this.cells = createVersionedWriter({
      reader: {
        async readRow(read, consistency, options) {
          const answer = await reader.readRow(read, consistency, options);
          return erasedUpToMs === undefined ? answer : { ...answer, privacy };
        },
      },
      writer,
      clock,
      isReplicated: () => true,
      limits: { clockSkewMaxMs: EPSILON_MS, pointTimeoutMs: 5_000 },
      observer: { onVersionsAhead: (_, count) => void this.ahead.push(count) },
    });
  }

  put(value: string, options?: VersionedWriteOptions, versionMs?: number): Promise<VersionedReceipt> {
    const cell = { table: TABLE, key: KEY, family: 'f', qualifier: Q, value: Buffer.from(value), versionMs };
    return world.settled(this.cells.put(cell, options));
  }

  delete(scope: Partial<ScopeToDelete> = { qualifier: Q }): Promise<VersionedReceipt> {
    return world.settled(this.cells.delete({ table: TABLE, key: KEY, family: 'f', ...scope }));
  }

  /** Visible values, newest first. */
  async values(consistency = STRICT): Promise<string[]> {
    const read = { table: TABLE, key: KEY, filter: familyIs('f') };
    const { row } = await world.settled(this.process.reader.readRow(read, consistency));
    return visibleCells(row?.cells ?? []).cells.map(({ value }) => value.toString());
  }

  async newest(consistency = STRICT): Promise<string | undefined> {
    return (await this.values(consistency))[0];
  }
}

/** The first write to the cluster hangs, is given up for another cluster, and is committed late. */
function delayFirstWriteTo(cluster: string): void {
  let isDelayed = false;
  world.faultOf = ({ cluster: to, method }: SeenCall) => {
    if (isDelayed || to !== cluster || method !== 'MutateRow') return undefined;
    isDelayed = true;
    return { kind: 'request-delayed', afterMs: LATE_MS };
  };
}

const later = (): Promise<void> => world.clock.advance(LATE_MS + EVERYWHERE_MS);

describe('A late duplicate', () => {
  it('of an acknowledged DELETE leaves what was put afterwards', async () => {
    const [us, eu] = [new ObjectProcess('us'), new ObjectProcess('eu')];
    await us.put('old');
    delayFirstWriteTo('us-a');
    await us.delete();
    const { token } = await us.put('new');
    expect(await eu.newest()).toBe('new');
    await later();
    expect(await eu.newest()).toBe('new');
    expect(await eu.newest({ level: 'at-least-as-fresh', token })).toBe('new');
  });

  it('of an acknowledged PUT does not bring back what was deleted afterwards', async () => {
    const [us, eu] = [new ObjectProcess('us'), new ObjectProcess('eu')];
    delayFirstWriteTo('us-a');
    await us.put('old');
    await us.delete();
    await later();
    for (const each of [us, eu]) expect(await each.values()).toEqual([]);
  });

  it('of an acknowledged PUT does not bring back what was deleted with its family', async () => {
    const us = new ObjectProcess('us');
    delayFirstWriteTo('us-a');
    await us.put('old');
    await us.delete({});
    await later();
    expect(await us.values()).toEqual([]);
    await us.put('new');
    expect(await us.values()).toEqual(['new']);
  });

  it('of an acknowledged PUT does not bring back the one version that was deleted afterwards', async () => {
    const us = new ObjectProcess('us');
    await us.put('kept', undefined, 1_000);
    delayFirstWriteTo('us-a');
    await us.put('deleted', undefined, 2_000);
    await us.delete({ qualifier: Q, versionMs: 2_000 });
    await later();
    expect(await us.values()).toEqual(['kept']);
  });

  it('of a deletion without a bound is not sent at all: its outcome stays unknown', async () => {
    const us = world.process('us');
    for (const mutation of [deleteFromFamily('f'), deleteFromColumn('f', Q)]) {
      delayFirstWriteTo('us-a');
      const write = us.writer.mutateRow(TABLE, { key: KEY, mutations: [mutation] }, { timeoutMs: 900 });
      expect((await world.errorOf(write)).code).toBe('deadline_exceeded');
    }
    expect(us.calls.map(({ cluster }) => cluster)).toEqual(['us-a', 'us-a']);
  });
});

describe('Writes that follow each other', () => {
  it.each([
    ['in one region', 'us', 'us'],
    ['in two regions', 'us', 'eu'],
  ])('show the later one although the clock of the earlier one is ahead, %s', async (_, first, second) => {
    const ahead = new ObjectProcess(first, EPSILON_MS / 2);
    const behind = new ObjectProcess(second, -EPSILON_MS / 2);
    for (let round = 0; round < 5; round++) {
      await ahead.put(`old ${round}`);
      const { token } = await behind.put(`new ${round}`);
      expect(await ahead.newest()).toBe(`new ${round}`);
      expect(await ahead.newest({ level: 'at-least-as-fresh', token })).toBe(`new ${round}`);
    }
  });

  it('show that the later one is a deletion', async () => {
    const [ahead, behind] = [
      new ObjectProcess('us', EPSILON_MS / 2),
      new ObjectProcess('eu', -EPSILON_MS / 2),
    ];
    await ahead.put('old');
    await behind.delete();
    expect(await ahead.values()).toEqual([]);
  });

  it('show the later one of a process whose clock was set back', async () => {
    const before = new ObjectProcess('us', 5_000);
    await before.put('old');
    const after = new ObjectProcess('us');
    await after.put('new');
    expect(await after.newest()).toBe('new');
  });

  it('show the later one that a token orders behind one of a clock far ahead', async () => {
    const [ahead, eu] = [new ObjectProcess('us', 600_000), new ObjectProcess('eu')];
    world.stopReplication('us-a', 'eu-a');
    world.stopReplication('us-a', 'asia-a');
    const { token } = await ahead.put('from the future');
    await eu.put('new', { token });
    expect(eu.ahead).toEqual([1]);
    world.resumeReplication('us-a', 'eu-a');
    world.resumeReplication('us-a', 'asia-a');
    expect(await eu.newest()).toBe('new');
  });

  it('pass a version that only a write above another one can have, and wait until their clock is near it', async () => {
    const us = new ObjectProcess('us');
    const namedMs = world.clock.nowMs() + 2 * EPSILON_MS + 1;
    await us.put('above a version of a clock within the bound', {}, namedMs);
    const sentMs: number[] = [];
    world.faultOf = ({ method }: SeenCall) => {
      if (method === 'MutateRow') sentMs.push(us.process.clock.nowMs());
      return undefined;
    };
    const { versionMs } = await us.put('later');
    expect([versionMs, us.ahead]).toEqual([namedMs + 1, []]);
    expect(sentMs).toEqual([expect.any(Number)]);
    expect(versionMs - sentMs[0]!).toBeLessThanOrEqual(EPSILON_MS + 1);
    expect(await us.values()).toEqual(['later', 'above a version of a clock within the bound']);
  });

  it('are not hidden for long by a version or a deletion of a clock far ahead', async () => {
    const [ahead, eu] = [new ObjectProcess('us', 600_000), new ObjectProcess('eu')];
    await ahead.put('from the future');
    await world.clock.advance(EVERYWHERE_MS);
    await eu.put('new');
    expect(await eu.values()).toEqual(['new']);
    await ahead.delete();
    await world.clock.advance(EVERYWHERE_MS);
    await eu.put('newer');
    expect(await eu.newest()).toBe('newer');
    await world.clock.advance(600_000 + EVERYWHERE_MS);
    expect(await eu.newest()).toBe('newer');
  });

  it('are not undone by a cluster whose clock is behind', async () => {
    world.faults.changeClusters('cluster:eu-a', { clockSkewMs: -2_000 });
    const [us, eu] = [new ObjectProcess('us'), new ObjectProcess('eu')];
    await us.put('oldest');
    world.stopReplication('us-a', 'eu-a');
    await world.clock.advance(EVERYWHERE_MS);
    await us.put('old');
    await eu.delete();
    world.resumeReplication('us-a', 'eu-a');
    await world.clock.advance(EVERYWHERE_MS);
    for (const each of [us, eu]) expect(await each.values()).toEqual([]);
  });
});

describe('A version that the caller names', () => {
  it('is refused where a deletion would hide it', async () => {
    const us = new ObjectProcess('us');
    await us.put('a', undefined, 1_000);
    await us.delete({ qualifier: Q, versionMs: 1_000 });
    await expect(us.put('b', undefined, 1_000)).rejects.toEqual(
      tidemarkError('version_conflict', 'timestampMs'),
    );
    await us.put('b', undefined, 2_000);
    const { versionMs } = await us.delete();
    await expect(us.put('c', undefined, versionMs)).rejects.toEqual(
      tidemarkError('version_conflict', 'timestampMs'),
    );
    await us.put('c', undefined, versionMs + 1);
    expect(await us.values()).toEqual(['c']);
  });

  it('is written beside newer ones', async () => {
    const us = new ObjectProcess('us');
    await us.put('new', undefined, 2_000);
    await us.put('old', undefined, 1_000);
    expect(await us.values()).toEqual(['new', 'old']);
  });
});

describe('An object of a user who was erased up to a version ahead of all clocks', () => {
  const HOUR_MS = 3_600_000;

  it('is rejected at once where clocks do not pass that version before the deadline, and nothing is written', async () => {
    const startedMs = world.clock.nowMs();
    const eu = new ObjectProcess('eu', 0, startedMs + HOUR_MS);
    await expect(eu.put('lost')).rejects.toThrow(
      tidemarkError('version_conflict', 'timestampMs', 'since it had a version from then'),
    );
    expect(world.clock.nowMs() - startedMs).toBeLessThan(5_000);
    expect(await eu.values()).toEqual([]);
  });

  it('is rejected with a version at or below that one, and written with a newer one', async () => {
    const upToMs = world.clock.nowMs() + HOUR_MS;
    const eu = new ObjectProcess('eu', 0, upToMs);
    await expect(eu.put('lost', {}, upToMs)).rejects.toThrow(tidemarkError('version_conflict'));
    expect(await eu.put('kept', {}, upToMs + 1)).toMatchObject({ versionMs: upToMs + 1 });
    expect(await eu.values()).toEqual(['kept']);
  });

  it('waits for clocks that pass the version before the deadline', async () => {
    const upToMs = world.clock.nowMs() + 2_000;
    const eu = new ObjectProcess('eu', 0, upToMs);
    expect(await eu.put('kept')).toMatchObject({ versionMs: upToMs + 1 });
  });
});

describe('A write', () => {
  it('is acknowledged when every clock has passed its version', async () => {
    const us = new ObjectProcess('us');
    const { versionMs } = await us.put('a');
    expect(us.process.clock.nowMs()).toBeGreaterThan(versionMs + EPSILON_MS);
  });

  it('fails as unknown where that takes longer than its caller waits', async () => {
    const us = new ObjectProcess('us');
    expect((await world.errorOf(us.put('a', { timeoutMs: EPSILON_MS }))).code).toBe('deadline_exceeded');
    expect(await us.newest()).toBe('a');
  });

  it('takes the next version where the row shows the one that the clock shows', async () => {
    const us = new ObjectProcess('us');
    const nowMs = world.clock.nowMs();
    await us.process.mutate([setCell('f', Q, (nowMs + 50) * 1_000, Buffer.from('x'))]);
    const { versionMs } = await us.put('a');
    expect(versionMs).toBe(nowMs + 51);
  });

  it('that deletes leaves one marker, and none of the cells and markers that it hides', async () => {
    const us = new ObjectProcess('us');
    for (const value of ['a', 'b']) await us.put(value);
    for (let time = 0; time < 3; time++) await us.delete();
    await us.delete({});
    const read = { table: TABLE, key: KEY, filter: familyIs('f') };
    const { row } = await world.settled(us.process.reader.readRow(read, STRICT));
    expect(row?.cells.map(({ qualifier }) => qualifier.toString())).toEqual(['\0f']);
  });
});
