import { watermarkColumnOf, type RowWatermark } from '../../../../src/core/consistency/row-watermark';
import { DEFAULTS } from '../../../../src/config/defaults';
import type { Cluster } from '../../../../src/routing/topology/cluster';
import type { Reachability } from '../../../../src/routing/affinity/router';
import type { FreshnessRequirement } from '../../../../src/consistency/read/freshness-requirements';
import {
  raceKey,
  startRace,
  type RaceAnswer,
  type RacePlan,
  type RaceState,
} from '../../../../src/consistency/read/race-state';
import { reduceRace, type RaceEffect, type RaceEvent } from '../../../../src/consistency/read/row-race';

type Answer = RaceAnswer<'serving'>;
type Event = RaceEvent<'serving', Answer>;
type Effect = RaceEffect<'serving', Answer>;
type WithoutMoment<E> = E extends unknown ? Omit<E, 'at'> : never;

const NOW = 1_000_000;
const PATIENCE_MS = DEFAULTS.reading.firstReplicaTimeoutMs;

const cluster = (id: string): Cluster<'serving'> => ({
  id,
  project: 'p',
  instance: 'i',
  region: id,
  workload: 'serving',
  writes: 'accepted',
  code: id.padEnd(4, '.'),
  appProfileId: id,
});
const [EU, US, ASIA] = [cluster('eu'), cluster('us'), cluster('asia')];
const ALL = [EU, US, ASIA];
/** Neither an origin of the table, nor among those that reads go to. */
const GONE = cluster('gone');
const THIRD = cluster('x');
const FOUR = [EU, THIRD, US, ASIA];

const column = (origin: Cluster): string => watermarkColumnOf(origin.code, 'writer');
/** Watermark of a row: versions by origin. */
const shows = (...versions: readonly (readonly [Cluster, number])[]): RowWatermark =>
  new Map(versions.map(([origin, version]) => [column(origin), version]));

const strict = (): readonly FreshnessRequirement[] =>
  ALL.map(({ code }) => ({ origin: code, ackedMs: NOW, versions: undefined, source: 'level' }));
const named = (origin: Cluster, version: number): FreshnessRequirement => ({
  origin: origin.code,
  ackedMs: NOW,
  source: 'writes',
  versions: shows([origin, version]),
});

/** A race, driven by hand. */
class Race {
  state: RaceState<'serving', Answer>;
  timeMs = 0;
  reach: Readonly<Record<string, Reachability>> = {};
  effects: readonly Effect[] = [];

  constructor(
    requirements: readonly FreshnessRequirement[],
    plan: Partial<RacePlan<'serving'>> = {},
    readonly origins = ALL,
    isNearestAsked = false,
  ) {
    const rules = { evidence: 'row', clockSkewMaxMs: 100, hasClusterTopology: true } as const;
    const whole: RacePlan<'serving'> = {
      candidates: ALL,
      startedMs: 0,
      deadlineMs: 5_000,
      onUnmet: 'error',
      allowsJoin: false,
      wasMoved: false,
      rules,
      limits: DEFAULTS.reading,
      ...plan,
    };
    this.state = startRace(whole, requirements, new Map(isNearestAsked ? [[EU.code, 0]] : []));
  }

  /** Effects of the event, except timers. */
  on(event: WithoutMoment<Event>): string[] {
    const origins = new Map(
      this.origins.map((each) => [each.code, { cluster: each, reach: this.reach[each.id] ?? 'open' }]),
    );
    const at = {
      monotonicMs: this.timeMs,
      nowMs: NOW + this.timeMs,
      replicatedBeforeMs: 0,
      random: 1,
      origins,
    };
    const { state, effects } = reduceRace(this.state, { ...event, at });
    this.state = state;
    this.effects = effects;
    return effects.filter(({ kind }) => kind !== 'start-timer').map(textOf);
  }

  begin(): string[] {
    const isBeyond = ({ versions, origin }: FreshnessRequirement): boolean =>
      versions === undefined && origin !== EU.code;
    return this.on({ kind: 'begun', unprovableByNearest: this.state.requirements.filter(isBeyond) });
  }

  row(replica: Cluster<'serving'>, watermark: RowWatermark = new Map()): string[] {
    const answer = {
      replica,
      kind: 'nearest' as const,
      watermark,
      complete: watermark,
      heartbeats: new Map(),
    };
    return this.on({ kind: 'row', answer });
  }

  tell(origin: Cluster<'serving'>, watermark: RowWatermark = new Map()): string[] {
    return this.on({ kind: 'watermark', cluster: origin, watermark });
  }

  fail(replica: Cluster<'serving'>, subject: 'row' | 'watermark' = 'row', endsRead = false): string[] {
    return this.on({ kind: 'failed', cluster: replica, subject, isFinal: endsRead, retryDelayMs: 0 });
  }

  after(ms: number): this {
    this.timeMs += ms;
    return this;
  }

  tick(): string[] {
    return this.on({ kind: 'timer' });
  }

  refresh(candidates = ALL): string[] {
    return this.on({ kind: 'refreshed', candidates, origins: this.origins.map(({ code }) => code) });
  }

  get timerMs(): number | undefined {
    const timer = this.effects.findLast((effect) => effect.kind === 'start-timer');
    return timer?.delayMs;
  }
}

function textOf(effect: Effect): string {
  switch (effect.kind) {
    case 'send-row':
      return `row ${effect.cluster.id} ${effect.lookup}`;
    case 'send-watermark':
      return `watermark ${effect.cluster.id}`;
    case 'probe':
      return `probe ${effect.cluster.id}`;
    case 'answer':
      return `answer ${effect.evaluated.map(({ answer }) => answer.replica.id).join(' and ')}`;
    case 'unmet':
      return `unmet ${effect.unproven.map(({ origin }) => origin).join(' ')}${effect.unavailable ? ' unavailable' : ''}`;
    default:
      return effect.kind;
  }
}

describe('A race that needs no proof', () => {
  it('queries the nearest replica alone, and is won by its answer', () => {
    const race = new Race([]);
    expect(race.begin()).toEqual(['row eu nearest']);
    expect(race.timerMs).toBe(PATIENCE_MS);
    expect(race.after(10).row(EU)).toEqual(['answer eu']);
  });

  it('queries another replica for each that has failed, and all of them again after a pause that grows', () => {
    const race = new Race([]);
    race.begin();
    expect(race.fail(EU)).toEqual(['row us failover']);
    expect(race.fail(US)).toEqual(['row asia failover']);
    expect(race.fail(ASIA)).toEqual([]);
    const pauses: number[] = [];
    for (let round = 1; round <= 12; round++) {
      pauses.push(race.timerMs!);
      expect(race.after(race.timerMs!).tick()).toEqual(['refresh']);
      expect(race.refresh([US])).toEqual(['row us failover']);
      expect(race.fail(US)).toEqual([]);
    }
    expect(pauses.slice(0, 4)).toEqual([5, 10, 20, 40]);
    expect(pauses.at(-1)).toBe(5_000 / 16);
  });

  it('sends an extra lookup only when the budget allows it, and otherwise waits for what is under way', () => {
    const race = new Race([]);
    race.begin();
    expect(race.after(PATIENCE_MS).tick()).toEqual(['take-budget']);
    expect(race.on({ kind: 'budget', granted: false })).toEqual([]);
    expect(race.timerMs).toBe(PATIENCE_MS / 4);
    expect(race.after(PATIENCE_MS / 4).tick()).toEqual(['take-budget']);
    expect(race.on({ kind: 'budget', granted: true })).toEqual(['row us failover']);
    expect(race.after(400).row(EU)).toEqual(['answer eu']);
  });

  it('hedges a slow lookup once, and asks the next replica when the hedge is slow as well', () => {
    const race = new Race([], {}, ALL, true);
    race.after(20);
    expect(race.on({ kind: 'slow', hedgeDelayMs: 20 })).toEqual(['take-budget']);
    expect(race.on({ kind: 'budget', granted: true })).toEqual(['row us hedge']);
    expect(race.timerMs).toBe(PATIENCE_MS - 20);
    race.after(PATIENCE_MS - 20);
    expect(race.tick()).toEqual(['take-budget']);
    expect(race.on({ kind: 'budget', granted: true })).toEqual(['row asia failover']);
    expect(race.after(PATIENCE_MS).tick()).toEqual(['refresh']);
    expect(race.refresh()).toEqual([]);
  });

  it('ends with what is no failure of a cluster, with its caller, and at its deadline', () => {
    for (const end of ['refusal', 'cancelled', 'deadline'] as const) {
      const race = new Race([]);
      race.begin();
      expect(end === 'refusal' ? race.fail(EU, 'row', true) : race.on({ kind: end })).toEqual(['fail']);
      expect(race.row(EU)).toEqual([]);
    }
  });
});

describe('A race that needs proof', () => {
  it('queries the nearest for its row and the other origins for their watermarks, which is all that it needs', () => {
    const race = new Race(strict());
    expect(race.begin()).toEqual(['row eu nearest', 'watermark us', 'watermark asia']);
    expect(race.row(EU, shows([US, 1]))).toEqual([]);
    expect(race.tell(US, shows([US, 1]))).toEqual([]);
    expect(race.tell(ASIA)).toEqual(['answer eu']);
  });

  it('does not query an origin for its row while the nearest row is in flight, which may contain as much', () => {
    const race = new Race(strict());
    race.begin();
    expect(race.after(50).tell(US, shows([US, 1]))).toEqual([]);
    expect(race.after(50).tell(ASIA)).toEqual([]);
    expect(race.after(50).row(EU, shows([US, 1]))).toEqual(['answer eu']);
  });

  it('queries it as soon as the nearest lacks something, and when that is overdue, from the budget', () => {
    const lacking = new Race(strict());
    lacking.begin();
    lacking.tell(US, shows([US, 1]));
    expect(lacking.row(EU)).toEqual(['row us origin']);
    const overdue = new Race(strict());
    overdue.begin();
    overdue.tell(US, shows([US, 1]));
    expect(overdue.after(PATIENCE_MS).tick()).toEqual(['take-budget']);
    expect(overdue.on({ kind: 'budget', granted: true })).toEqual(['row us origin']);
  });

  it('queries no other replica while origins are about to answer, and learns from its own answers how slow these may be', () => {
    const race = new Race(strict());
    race.begin();
    race.after(900).row(EU);
    expect(race.timerMs).toBeGreaterThan(0);
    expect(race.after(race.timerMs!).tick()).not.toContain('take-budget');
    const slow = new Race(strict());
    slow.begin();
    slow.after(700).row(EU);
    slow.after(10).tell(US, shows([US, 1]));
    // Overdue by what is usual, not by what this read has seen.
    expect(slow.after(PATIENCE_MS + 100).tick()).toEqual([]);
    expect(slow.row(US, shows([US, 1]))).toEqual([]);
    expect(slow.tell(ASIA)).toEqual(['answer us']);
  });

  it('queries again an origin that has failed, and no replica whose row is not known to lack anything', () => {
    const race = new Race(strict());
    race.begin();
    race.row(EU);
    race.tell(ASIA);
    expect(race.fail(US, 'watermark')).toEqual(['row us origin']);
    expect(race.fail(US)).toEqual([]);
    for (let round = 0; round < 5; round++) {
      expect(race.after(race.timerMs!).tick()).toEqual(['refresh']);
      expect(race.refresh([EU])).toEqual(['row us origin']);
      expect(race.fail(US)).toEqual([]);
    }
  });

  it('polls a replica that lacked something, after pauses that grow to a share of its time', () => {
    const race = new Race([named(GONE, 1)]);
    race.begin();
    expect(race.row(EU)).toEqual([]);
    let polls = 0;
    while (race.timeMs < 5_000) {
      let effects = race.after(race.timerMs!).tick();
      if (effects.includes('refresh')) effects = race.refresh();
      for (const each of ALL) {
        if (!effects.some((effect) => effect.startsWith(`row ${each.id}`))) continue;
        polls += 1;
        race.row(each);
      }
    }
    expect(polls).toBeGreaterThan(10);
    expect(polls).toBeLessThan(40);
  });

  it('fails at the deadline with what is unproven, or gives the best answer there is', () => {
    for (const onUnmet of ['error', 'stale'] as const) {
      const race = new Race(strict(), { onUnmet });
      race.begin();
      race.row(EU);
      race.tell(ASIA);
      expect(race.on({ kind: 'deadline' })).toEqual([onUnmet === 'stale' ? 'answer eu' : 'unmet us..']);
    }
  });

  it('does without an origin that has left the topology', () => {
    const race = new Race(strict());
    race.begin();
    race.row(EU);
    race.tell(ASIA);
    expect(
      race.after(5_000).on({ kind: 'refreshed', candidates: ALL, origins: [EU.code, ASIA.code] }),
    ).toEqual(['answer eu']);
  });
});

describe('Answers', () => {
  const apart = (allowsJoin: boolean): Race => {
    const race = new Race(strict(), { allowsJoin });
    race.begin();
    race.row(EU);
    race.tell(US, shows([US, 1]));
    race.tell(ASIA, shows([ASIA, 2]));
    return race;
  };

  it('are joined once each origin in question has answered with its row, where none proves all alone', () => {
    const race = apart(true);
    expect(race.row(US, shows([US, 1]))).toEqual([]);
    expect(race.row(ASIA, shows([ASIA, 2]))).toEqual(['answer us and asia']);
  });

  it('are not joined where one proves all alone', () => {
    const race = apart(true);
    race.row(US, shows([US, 1]));
    expect(race.row(ASIA, shows([US, 1], [ASIA, 2]))).toEqual(['answer asia']);
  });

  it('are not joined where rows must not be', () => {
    const race = apart(false);
    race.row(US, shows([US, 1]));
    expect(race.row(ASIA, shows([ASIA, 2]))).toEqual([]);
    expect(race.on({ kind: 'deadline' })[0]).toMatch(/^unmet/);
  });

  it('are joined without an origin that has failed, if another replica has its writes', () => {
    const race = new Race([named(US, 1), named(ASIA, 2)], { allowsJoin: true, candidates: FOUR });
    race.begin();
    expect(race.row(EU, shows([US, 1]))).toEqual(['row asia origin']);
    expect(race.fail(ASIA)).toEqual(['row x failover']);
    expect(race.row(THIRD, shows([ASIA, 2]))).toEqual(['answer eu and x']);
  });

  it('are joined at the deadline without waiting for the origins', () => {
    const race = new Race([named(GONE, 1), named(ASIA, 2)], { allowsJoin: true, candidates: FOUR });
    race.begin();
    race.after(PATIENCE_MS).tick();
    expect(race.on({ kind: 'budget', granted: true })).toEqual(['row asia origin']);
    race.after(PATIENCE_MS / 4).tick();
    expect(race.on({ kind: 'budget', granted: true })).toEqual(['row x failover']);
    expect(race.row(THIRD, shows([ASIA, 2]))).toEqual([]);
    expect(race.row(EU, shows([GONE, 1]))).toEqual([]);
    expect(race.on({ kind: 'deadline' })).toEqual(['answer eu and x']);
  });
});

describe('An ejected origin', () => {
  it('is not asked, and the race fails as soon as there is an answer, which may be given where stale ones are allowed', () => {
    for (const onUnmet of ['error', 'stale'] as const) {
      const race = new Race(strict(), { onUnmet });
      race.reach = { us: 'ejected' };
      expect(race.begin()).toEqual(['row eu nearest', 'watermark asia']);
      expect(race.row(EU)).toEqual([onUnmet === 'stale' ? 'answer eu' : 'unmet us.. unavailable']);
    }
  });

  it('is waited for while this read probes it, and the race fails with the probe', () => {
    const race = new Race(strict());
    race.reach = { us: 'half-open' };
    expect(race.begin()).toEqual(['row eu nearest', 'probe us', 'watermark us', 'watermark asia']);
    race.reach = { us: 'ejected' };
    expect(race.row(EU)).toEqual([]);
    expect(race.after(2 * PATIENCE_MS).tick()).not.toContain('unmet us.. unavailable');
    expect(race.fail(US, 'watermark')).toEqual(['unmet us.. unavailable']);
  });

  it('is waited for, and not asked, while another read probes it', () => {
    const race = new Race(strict());
    race.reach = { us: 'probed' };
    expect(race.begin()).toEqual(['row eu nearest', 'watermark asia']);
    expect(race.row(EU)).toEqual([]);
    race.tell(ASIA);
    race.reach = { us: 'open' };
    expect(race.after(race.timerMs!).tick()).toContain('row us origin');
    expect(race.row(US)).toEqual(['answer eu']);
  });

  it('does not end a race for versions that are known, which another replica may have', () => {
    const race = new Race([named(US, 1)]);
    race.reach = { us: 'ejected' };
    race.begin();
    expect(race.row(EU)).toEqual([]);
    race.after(race.timerMs!);
    expect(race.tick().join()).toMatch(/row us origin|row asia failover/);
  });

  it('that was queried before is no longer waited for once it is overdue', () => {
    const race = new Race(strict());
    race.begin();
    race.reach = { us: 'ejected' };
    expect(race.row(EU)).toEqual([]);
    expect(race.after(PATIENCE_MS).tick()).toEqual(['unmet us.. unavailable']);
  });
});

describe('The state of a race', () => {
  const keyOf = (race: Race): string =>
    raceKey(race.state, ({ replica, watermark }) => JSON.stringify([replica.id, [...watermark]]));

  it('is not changed by an event, and has one key however it came about', () => {
    const race = new Race(strict());
    race.begin();
    const before = race.state;
    const key = keyOf(race);
    race.tell(US);
    race.tell(ASIA);
    const oneWay = keyOf(race);
    race.state = before;
    expect(keyOf(race)).toBe(key);
    race.tell(ASIA);
    race.tell(US);
    expect(keyOf(race)).toBe(oneWay);
    expect(oneWay).not.toBe(key);
  });

  it('leads to the same state and effects each time', () => {
    const [a, b] = [new Race(strict()), new Race(strict())];
    for (const race of [a, b]) {
      race.begin();
      race.fail(EU);
      race.after(10).tell(US, shows([US, 1]));
    }
    expect(keyOf(a)).toBe(keyOf(b));
    expect(a.effects).toEqual(b.effects);
  });
});
