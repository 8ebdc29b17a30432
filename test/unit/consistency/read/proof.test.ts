import { chainsOf, type RowChains } from '../../../../src/core/consistency/row-chains';
import {
  encodePredecessor,
  NO_WATERMARK,
  WATERMARK_FAMILY,
  type RowWatermark,
} from '../../../../src/core/consistency/row-watermark';
import { seededRandom } from '../../../../src/platform/random';
import type { Cluster } from '../../../../src/routing/topology/cluster';
import {
  resolveRequirements,
  type FreshnessRequirement,
} from '../../../../src/consistency/read/freshness-requirements';
import { evaluateProof, type EvidenceKind, type ReplicaState } from '../../../../src/consistency/read/proof';

const ACKED = 1_000_000;
const EPSILON = 100;

const replicaOf = (code: string, indirect?: Cluster['indirect']): Cluster =>
  ({ id: code, code, ...(indirect === undefined ? {} : { indirect }) }) as unknown as Cluster;

const rulesOf = (evidence: EvidenceKind, hasClusterTopology = true) => ({
  evidence,
  hasClusterTopology,
  clockSkewMaxMs: EPSILON,
});

/** Every combination of what an answer may show and what may be known of a requirement, and what has to come of it. */
describe('An answer', () => {
  const NEEDED = new Map([
    ['aaaawriter', 7],
    ['aaaaOTHERw', 9],
  ]);
  const REPLICAS = [
    replicaOf('aaaa'),
    replicaOf('bbbb'),
    replicaOf('aaaa', 'any'),
    replicaOf('bbbb', 'data-boost'),
  ];
  const COMPLETE: [RowWatermark, covers: boolean][] = [
    [NO_WATERMARK, false],
    [new Map([['aaaawriter', 7]]), false],
    [
      new Map([
        ['aaaawriter', 6],
        ['aaaaOTHERw', 9],
      ]),
      false,
    ],
    [
      new Map([
        ['bbbbwriter', 99],
        ['aaaawriter', 99],
        ['ccccOTHERw', 99],
      ]),
      false,
    ],
    [NEEDED, true],
    [
      new Map([
        ['aaaawriter', 8],
        ['aaaaOTHERw', 9],
        ['bbbbwriter', 1],
      ]),
      true,
    ],
  ];
  const BEATS: [beatMs: number | undefined, isLater: boolean][] = [
    [undefined, false],
    [-Infinity, false],
    [ACKED, false],
    [ACKED + EPSILON, false],
    [ACKED + EPSILON + 1, true],
  ];
  const cases = REPLICAS.flatMap((replica) =>
    COMPLETE.flatMap(([complete, covers]) =>
      BEATS.flatMap(([beatMs, isLater]) =>
        [undefined, NEEDED].flatMap((versions) =>
          (['row', 'row+shard'] as const).flatMap((evidence) =>
            [true, false].map((hasClusterTopology) => {
              const isPlace = replica.indirect === undefined && hasClusterTopology;
              const isOrigin = isPlace && replica.code === 'aaaa';
              const isShown = versions !== undefined && covers;
              const isBeaten = isPlace && evidence === 'row+shard' && isLater;
              const proof = isOrigin ? 'origin' : isShown ? 'watermark' : isBeaten ? 'heartbeat' : 'none';
              return { replica, complete, beatMs, versions, evidence, hasClusterTopology, proof };
            }),
          ),
        ),
      ),
    ),
  );

  it(`is evaluated correctly in all ${cases.length} cases`, () => {
    const proofs = new Set<string>();
    for (const each of cases) {
      const heartbeats = new Map(each.beatMs === undefined ? [] : [['aaaa', each.beatMs]]);
      const requirement: FreshnessRequirement = {
        origin: 'aaaa',
        ackedMs: ACKED,
        versions: each.versions,
        source: 'level',
      };
      // What was merely seen proves nothing.
      const seen = new Map([...NEEDED.keys()].map((column) => [column, 999]));
      const shown = { replica: each.replica, watermark: seen, complete: each.complete, heartbeats };
      const {
        unproven,
        provenByHeartbeat: byHeartbeat,
        provenByWatermark: byWatermark,
      } = evaluateProof(shown, [requirement], rulesOf(each.evidence, each.hasClusterTopology));
      expect([each, unproven]).toEqual([each, each.proof === 'none' ? [requirement] : []]);
      expect([each, byHeartbeat]).toEqual([each, each.proof === 'heartbeat' ? [requirement] : []]);
      expect([each, byWatermark]).toEqual([each, each.proof === 'watermark' ? [requirement] : []]);
      proofs.add(each.proof);
    }
    expect(proofs.size).toBe(4);
  });

  it('proves each requirement by itself: the answer of one origin proves nothing of other origins', () => {
    const requirements: FreshnessRequirement[] = ['aaaa', 'bbbb', 'cccc'].map((origin) => ({
      origin,
      ackedMs: ACKED,
      source: 'level' as const,
      versions: origin === 'bbbb' ? new Map([['bbbbwriter', 3]]) : undefined,
    }));
    const shown = {
      replica: replicaOf('aaaa'),
      watermark: NO_WATERMARK,
      complete: new Map([['bbbbwriter', 3]]),
      heartbeats: new Map(),
    };
    expect(evaluateProof(shown, requirements, rulesOf('row')).unproven.map(({ origin }) => origin)).toEqual([
      'cccc',
    ]);
    const without = { ...shown, complete: NO_WATERMARK };
    expect(evaluateProof(without, requirements, rulesOf('row')).unproven.map(({ origin }) => origin)).toEqual(
      ['bbbb', 'cccc'],
    );
  });

  it('shows that an origin has acknowledged nothing lately, if that is what it has reported', () => {
    const requirement: FreshnessRequirement = {
      origin: 'aaaa',
      ackedMs: ACKED,
      versions: new Map(),
      source: 'level',
    };
    const nothing = { watermark: NO_WATERMARK, complete: NO_WATERMARK, heartbeats: new Map() };
    const shown = { replica: replicaOf('bbbb'), ...nothing };
    expect(evaluateProof(shown, [requirement], rulesOf('row')).unproven).toEqual([]);
  });
});

/**
 * A row, some writers at some origins, replicas that have got any part of each origin's writes, in any order: whatever
 * the gate calls proven, the replica has.
 */
describe('The gate, by properties,', () => {
  const ORIGINS = ['aaaa', 'bbbb', 'cccc'];

  it('never calls proven what the replica lacks, and knows what a replica with everything has', () => {
    let proven = 0;
    let unproven = 0;
    for (let seed = 1; seed <= 800; seed++) {
      const random = seededRandom(seed);
      const history = ORIGINS.map((origin) => historyOf(origin, random));
      // Which part of each origin's history it has; of its own everything.
      const at = Math.floor(random() * ORIGINS.length);
      const has = history.map((writes, origin) =>
        origin === at || random() < 0.4 ? writes : writes.filter(() => random() < 0.6),
      );
      const { watermark, complete } = chainsIn(has.flat());
      const shown: ReplicaState = {
        replica: replicaOf(ORIGINS[at]!),
        watermark,
        complete,
        heartbeats: new Map(),
      };
      let requirements: readonly FreshnessRequirement[] = ORIGINS.map((origin) => ({
        origin,
        ackedMs: ACKED,
        versions: undefined,
        source: 'level',
      }));
      const reporters = ORIGINS.filter(() => random() < 0.7);
      for (const origin of reporters) {
        const { watermark } = chainsIn(history[ORIGINS.indexOf(origin)]!);
        requirements = resolveRequirements(requirements, {
          origin,
          watermark,
          replicatedBeforeMs: 0,
          wasMoved: false,
        });
      }
      const left = new Set(
        evaluateProof(shown, requirements, rulesOf('row')).unproven.map(({ origin }) => origin),
      );
      ORIGINS.forEach((origin, index) => {
        const hasAll = has[index]!.length === history[index]!.length;
        if (!left.has(origin)) proven += 1;
        else unproven += 1;
        if (!left.has(origin)) expect([seed, origin, hasAll]).toEqual([seed, origin, true]);
        if (hasAll && (index === at || reporters.includes(origin)))
          expect([seed, left.has(origin)]).toEqual([seed, false]);
      });
    }
    expect(Math.min(proven, unproven)).toBeGreaterThan(500);
  });
});

interface Write {
  readonly column: string;
  readonly versionMs: number;
  /** The write of the column before it. */
  readonly predecessorMs: number;
}

/** In the order of their commits; of each writer the versions grow, and writers' clocks differ by far. */
function historyOf(origin: string, random: () => number): Write[] {
  const clocks = new Map(
    ['writer', 'OTHERw'].map((writer) => [writer, ACKED - Math.floor(random() * 10_000)]),
  );
  const last = new Map<string, number>();
  return Array.from({ length: Math.floor(random() * 6) }, (): Write => {
    const writer = random() < 0.5 ? 'writer' : 'OTHERw';
    const versionMs = clocks.get(writer)! + 1 + Math.floor(random() * 50);
    clocks.set(writer, versionMs);
    const predecessorMs = last.get(writer) ?? 0;
    last.set(writer, versionMs);
    return { column: origin + writer, versionMs, predecessorMs };
  });
}

function chainsIn(writes: readonly Write[]): RowChains {
  const cells = writes.map(({ column, versionMs, predecessorMs }) => ({
    family: WATERMARK_FAMILY,
    qualifier: Buffer.from(column, 'latin1'),
    timestampMicros: versionMs * 1_000,
    value: encodePredecessor(predecessorMs),
  }));
  return chainsOf(cells, { replicatedBeforeMs: 0, depth: 16 });
}
