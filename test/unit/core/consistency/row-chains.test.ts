import {
  chainsOf,
  NO_CHAINS,
  type ChainBounds,
  type RowChains,
} from '../../../../src/core/consistency/row-chains';
import {
  watermarkColumnOf,
  decodePredecessor,
  encodePredecessor,
  WATERMARK_FAMILY,
  WATERMARK_VERSIONS_MAX,
} from '../../../../src/core/consistency/row-watermark';
import { DEFAULTS } from '../../../../src/config/defaults';
import { seededRandom, type Random } from '../../../../src/platform/random';
import { WriterIds } from '../../../../src/consistency/write/writer-ids';

const COLUMN = watermarkColumnOf('orig', 'writer');
const OTHER = watermarkColumnOf('orig', 'second');
const ALL: ChainBounds = { replicatedBeforeMs: 0, depth: 16 };

interface Mark {
  readonly column: string;
  readonly versionMs: number;
  readonly value: Buffer;
}

const mark = (versionMs: number, predecessorMs: number, column = COLUMN): Mark => ({
  column,
  versionMs,
  value: encodePredecessor(predecessorMs),
});

const cellsOf = (marks: readonly Mark[]) =>
  marks.map(({ column, versionMs, value }) => ({
    family: WATERMARK_FAMILY,
    qualifier: Buffer.from(column, 'latin1'),
    timestampMicros: versionMs * 1_000,
    value,
  }));

const chains = (marks: readonly Mark[], bounds = ALL): RowChains => chainsOf(cellsOf(marks), bounds);

describe('the value of a watermark cell', () => {
  it('contains the version of the preceding write in 6 bytes, for thousands of years', () => {
    for (const versionMs of [0, 1, Date.UTC(2026, 10, 21), Date.UTC(9999, 0, 1), 2 ** 48 - 1]) {
      const value = encodePredecessor(versionMs);
      expect(value).toHaveLength(6);
      expect(decodePredecessor(value)).toBe(versionMs);
    }
  });

  it('contains no version if it has another length, as in cells of earlier versions', () => {
    expect(decodePredecessor(Buffer.alloc(0))).toBeUndefined();
    expect(decodePredecessor(Buffer.alloc(7))).toBeUndefined();
  });
});

describe('a column', () => {
  it('is complete up to its newest cell if each predecessor is present down to the first one', () => {
    const { watermark, complete, gaps } = chains([mark(30, 20), mark(20, 10), mark(10, 0)]);
    expect(watermark).toEqual(new Map([[COLUMN, 30]]));
    expect(complete).toEqual(new Map([[COLUMN, 30]]));
    expect(gaps).toEqual([]);
  });

  it('is complete up to the cell before a gap, and the gap is reported', () => {
    const { watermark, complete, gaps } = chains([mark(40, 30), mark(20, 10), mark(10, 0)]);
    expect(watermark.get(COLUMN)).toBe(40);
    expect(complete.get(COLUMN)).toBe(20);
    expect(gaps).toEqual([{ column: COLUMN, versionMs: 40, predecessorMs: 30 }]);
  });

  it('is complete up to nothing when its first write is missing', () => {
    const { complete, gaps } = chains([mark(20, 10)]);
    expect(complete.size).toBe(0);
    expect(gaps).toEqual([{ column: COLUMN, versionMs: 20, predecessorMs: 10 }]);
  });

  it('is evaluated by itself: a gap in one does not affect another', () => {
    const { complete } = chains([mark(20, 10), mark(7, 0, OTHER)]);
    expect(complete).toEqual(new Map([[OTHER, 7]]));
  });

  it('needs no predecessor that is older than the horizon', () => {
    expect(chains([mark(30, 20)], { ...ALL, replicatedBeforeMs: 21 }).complete.get(COLUMN)).toBe(30);
    expect(chains([mark(30, 20)], { ...ALL, replicatedBeforeMs: 20 }).complete.size).toBe(0);
    expect(chains([mark(30, 20)], { ...ALL, replicatedBeforeMs: 21 }).gaps).toEqual([]);
  });

  it('is complete up to a cell that is older than the horizon itself, whatever its value', () => {
    const old = { column: COLUMN, versionMs: 20, value: Buffer.alloc(0) };
    expect(chains([old], { ...ALL, replicatedBeforeMs: 21 }).complete.get(COLUMN)).toBe(20);
    expect(chains([mark(30, 20), old], { ...ALL, replicatedBeforeMs: 21 }).complete.get(COLUMN)).toBe(30);
  });

  it.each([
    ['without a value, as earlier versions wrote it', Buffer.alloc(0)],
    ['whose value is too long', Buffer.alloc(7)],
    ['that names itself', encodePredecessor(30)],
    ['that names a later one', encodePredecessor(31)],
  ])('is not complete by a cell %s', (_, value) => {
    const { watermark, complete, gaps } = chains([{ column: COLUMN, versionMs: 30, value }, mark(10, 0)]);
    expect(watermark.get(COLUMN)).toBe(30);
    expect(complete.get(COLUMN)).toBe(10);
    expect(gaps).toEqual([]);
  });

  it('has neither a gap nor is complete where no further cell was fetched', () => {
    const { complete, gaps } = chains([mark(40, 30), mark(30, 20)], { ...ALL, depth: 2 });
    expect(complete.size).toBe(0);
    expect(gaps).toEqual([]);
    expect(chains([mark(40, 30), mark(30, 20)], { ...ALL, depth: 3 }).gaps).toHaveLength(1);
  });

  it('has a gap between its cells, however many were fetched', () => {
    const { gaps } = chains([mark(40, 30), mark(20, 10)], { ...ALL, depth: 2 });
    expect(gaps).toEqual([{ column: COLUMN, versionMs: 40, predecessorMs: 30 }]);
  });

  it('is read from cells in any place; heartbeats are ignored', () => {
    const heartbeat = { ...mark(99, 0), column: 'orig' };
    const { complete } = chains([mark(10, 0), heartbeat, mark(30, 20), mark(7, 0, OTHER), mark(20, 10)]);
    expect(complete).toEqual(
      new Map([
        [COLUMN, 30],
        [OTHER, 7],
      ]),
    );
    expect(chains([heartbeat])).toBe(NO_CHAINS);
  });
});

describe('a cell that occurs twice', () => {
  const whole = [mark(30, 20), mark(20, 10), mark(10, 0)];
  const stripped = whole.map((each) => ({ ...each, value: Buffer.alloc(0) }));

  it('counts once, whichever of the two has lost its value', () => {
    for (const marks of [
      [...whole, ...whole],
      [...whole, ...stripped],
      [...stripped, ...whole],
      whole.flatMap((each, at) => [stripped[at]!, each]),
    ]) {
      const { complete, shown } = chains(marks);
      expect(complete).toEqual(new Map([[COLUMN, 30]]));
      expect(shown.get(COLUMN)).toHaveLength(3);
    }
  });

  it('does not change a gap', () => {
    expect(chains([mark(30, 20), mark(30, 20)], { ...ALL, depth: 2 }).gaps).toHaveLength(1);
  });
});

describe('the number of cells that a proof fetches', () => {
  it('is at most what garbage collection keeps of a column', () => {
    expect(DEFAULTS.consistency.watermarkDepth).toBeLessThanOrEqual(WATERMARK_VERSIONS_MAX);
  });
});

/**
 * A process that writes one row among others, with production's ids. Its writes are acknowledged, certainly rejected,
 * or of unknown outcome, at two origins. A replica has any subset of the committed writes.
 */
describe('the completeness theorem of rows', () => {
  it('holds: a row that is complete up to a version contains each earlier acknowledged write of the column', () => {
    const wrong: unknown[] = [];
    const count = { proven: 0, unproven: 0 };
    for (let seed = 1; seed <= 1_500; seed++) {
      const random = seededRandom(seed);
      const { committed, acknowledged } = historyOf(random);
      const share = random();
      const applied = committed.filter(() => random() < share);
      const has = versionsIn(applied);
      const { complete, gaps } = chains(applied, { replicatedBeforeMs: 0, depth: 64 });
      for (const { column, versionMs } of acknowledged) {
        const isProven = (complete.get(column) ?? -Infinity) >= versionMs;
        count[isProven ? 'proven' : 'unproven'] += 1;
        if (isProven && !has(column, versionMs)) wrong.push([seed, column, versionMs]);
      }
      // The version itself is contained, acknowledged or not: the next read of a client that saw it must see it again.
      for (const [column, versionMs] of complete) if (!has(column, versionMs)) wrong.push([seed, column]);
      for (const { column, predecessorMs } of gaps) {
        if (has(column, predecessorMs)) wrong.push([seed, column, 'no gap']);
      }
    }
    expect(wrong).toEqual([]);
    expect(Math.min(count.proven, count.unproven)).toBeGreaterThan(500);
  });

  it('does not lose proofs: a replica with everything is complete up to everything', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const { committed } = historyOf(seededRandom(seed));
      const { watermark, complete, gaps } = chains(committed, { replicatedBeforeMs: 0, depth: 64 });
      expect([seed, complete, gaps]).toEqual([seed, watermark, []]);
    }
  });

  it('holds for reads of a few cells, and for any horizon before which everything is replicated', () => {
    const wrong: unknown[] = [];
    for (let seed = 1; seed <= 1_500; seed++) {
      const random = seededRandom(seed);
      const { committed, acknowledged } = historyOf(random);
      const settledMs = Math.floor(random() * 40);
      const applied = committed.filter(({ versionMs }) => versionMs < settledMs || random() < 0.7);
      const has = versionsIn(applied);
      const depth = 1 + Math.floor(random() * 4);
      const { complete, gaps } = chains(newest(applied, depth), { replicatedBeforeMs: settledMs, depth });
      for (const { column, versionMs } of acknowledged) {
        const isProven = (complete.get(column) ?? -Infinity) >= versionMs;
        if (isProven && !has(column, versionMs)) wrong.push([seed, column, versionMs]);
      }
      for (const { column, predecessorMs } of gaps) {
        if (has(column, predecessorMs)) wrong.push([seed, column, 'no gap']);
      }
    }
    expect(wrong).toEqual([]);
  });
});

const versionsIn = (marks: readonly Mark[]): ((column: string, versionMs: number) => boolean) => {
  const places = new Set(marks.map(({ column, versionMs }) => `${column} ${versionMs}`));
  return (column, versionMs) => places.has(`${column} ${versionMs}`);
};

const ROW = 'row';
const ORIGINS = ['aaaa', 'bbbb'];

/**
 * Simulates the commits of a process with a small memory: all cells of its row, and those it knows to be acknowledged.
 */
function historyOf(random: Random): { readonly committed: Mark[]; readonly acknowledged: Mark[] } {
  const ids = new WriterIds(random, 4);
  const committed: Mark[] = [];
  const acknowledged: Mark[] = [];
  let others = 0;
  for (let versionMs = 1; versionMs <= 40; versionMs++) {
    if (random() < 0.4) {
      // Other rows evict this one from the memory.
      const row = `other-${(others += 1)}`;
      ids.acknowledge(row, ids.snapshot(row), { origin: 'aaaa', versionMs });
      continue;
    }
    const state = ids.snapshot(ROW);
    const attempts = random() < 0.3 ? 2 : 1;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const origin = ORIGINS[Math.floor(random() * ORIGINS.length)]!;
      const cell = mark(versionMs, state.predecessorAt(origin), watermarkColumnOf(origin, state.writer));
      const outcome = random();
      if (outcome < 0.6) {
        committed.push(cell);
        acknowledged.push(cell);
        ids.acknowledge(ROW, state, { origin, versionMs });
        break;
      }
      // Certainly rejected: the version is used, and nothing is written.
      if (outcome < 0.8) continue;
      // Unknown outcome: it is committed now, later, or never.
      if (random() < 0.5) committed.push(cell);
      ids.retire(ROW, state.writer);
    }
  }
  return { committed: distinct(committed), acknowledged };
}

/** The attempts of one mutation at one origin leave one cell. */
function distinct(marks: readonly Mark[]): Mark[] {
  return [...new Map(marks.map((each) => [`${each.column} ${each.versionMs}`, each])).values()];
}

function newest(marks: readonly Mark[], depth: number): Mark[] {
  const columns = new Map<string, Mark[]>();
  for (const each of [...marks].sort((a, b) => b.versionMs - a.versionMs)) {
    columns.set(each.column, [...(columns.get(each.column) ?? []), each]);
  }
  return [...columns.values()].flatMap((each) => each.slice(0, depth));
}
