/** One read, by production's race of lookups: its state, and every step that it can take. */
import type { Consistency } from '../../../src/core/consistency/consistency';
import { chainsOf } from '../../../src/core/consistency/row-chains';
import { originOf, WATERMARK_FAMILY, type RowWatermark } from '../../../src/core/consistency/row-watermark';
import { joinRows } from '../../../src/core/rows/row-join';
import { withoutFamily } from '../../../src/core/rows/row-parts';
import { visibleCells } from '../../../src/core/objects/delete-markers';
import type { Cell } from '../../../src/bigtable/client/types';
import { requirementsOf } from '../../../src/consistency/read/freshness-requirements';
import { unprovableBy } from '../../../src/consistency/read/proof';
import { reduceRace, type RaceEffect, type RaceEvent } from '../../../src/consistency/read/row-race';
import {
  type RaceMoment,
  type RaceAnswer,
  raceKey,
  startRace,
  type RaceState,
} from '../../../src/consistency/read/race-state';
import type { RowNumber, Rows } from './cells';
import { CLUSTERS, type Guards, KEY, other, QUALIFIERS, RULES, type Side, START_MS, TABLE } from './scope';

/** An answer of a replica, identified by the row that it showed. */
interface ShownAnswer extends RaceAnswer<'serving'> {
  readonly row: RowNumber;
}

type Race = RaceState<'serving', ShownAnswer>;
type Effect = RaceEffect<'serving', ShownAnswer>;

type Lookup = { readonly of: 'row' | 'watermark'; readonly at: Side };

export interface ReadState {
  readonly from: Side;
  /** Clusters that take writes, as the reader's topology has it. */
  readonly origins: readonly Side[];
  readonly race: Race;
  readonly underWay: readonly Lookup[];
  /** Undefined while it goes on; without rows: it has failed. */
  readonly outcome: { readonly rows: readonly RowNumber[] } | undefined;
}

/** Next event of a read: a lookup is answered, or those in flight are overdue. */
export type ReadEvent = Lookup | 'timer';

export interface ReadContext {
  readonly rows: Rows;
  readonly guards: Guards;
}

const LIMITS = {
  lookupInitialDelayMs: 5,
  lookupMaxDelayMs: 250,
  staggerDelayMs: 20,
  firstReplicaTimeoutMs: 500,
};
const DEADLINE_MS = 5_000;
/** Later than any lookup is waited for. */
const OVERDUE_MS = 4_000;

/** The first states of a read. */
export function beginRead(
  from: Side,
  { consistency, origins }: { readonly consistency: Consistency; readonly origins: readonly Side[] },
  context: ReadContext,
): readonly ReadState[] {
  const codes = origins.map((side) => CLUSTERS[side].code);
  const row = { table: TABLE, key: KEY, origins: codes, nowMs: START_MS, replicatedBeforeMs: 0 };
  const requirements = requirementsOf(consistency, row);
  const candidates = [CLUSTERS[from], CLUSTERS[other(from)]] as const;
  const plan = {
    candidates,
    startedMs: 0,
    deadlineMs: DEADLINE_MS,
    onUnmet: 'error' as const,
    allowsJoin: true,
    wasMoved: false,
    rules: RULES,
    limits: LIMITS,
  };
  const policy = { rules: RULES, nowMs: START_MS };
  const race = startRace<'serving', ShownAnswer>(plan, requirements);
  const read: ReadState = { from, origins, race, underWay: [], outcome: undefined };
  const beyondNearest = unprovableBy(candidates[0], requirements, new Map(), policy);
  return on(read, { kind: 'begun', at: momentOf(read, 0), unprovableByNearest: beyondNearest }, context);
}

export function eventsOf({ underWay, outcome }: ReadState): readonly ReadEvent[] {
  return outcome === undefined ? [...underWay, 'timer'] : [];
}

/** The states after the event; a lookup is answered with the row that its cluster shows. */
export function afterEvent(
  read: ReadState,
  event: ReadEvent,
  shown: RowNumber,
  context: ReadContext,
): readonly ReadState[] {
  // Whatever is under way is overdue: the race may ask others.
  if (event === 'timer') return on(read, { kind: 'timer', at: momentOf(read, OVERDUE_MS) }, context);
  const rest = { ...read, underWay: read.underWay.filter((each) => each !== event) };
  return on(rest, answerOf(event, shown, { ...context, at: momentOf(read, 0) }), context);
}

/** Returns what the answer shows of each column: the operation whose value it is, or undefined for none. */
export function shownBy(
  numbers: readonly RowNumber[],
  { rows }: ReadContext,
): readonly (number | undefined)[] {
  const joined = joinRows(
    numbers.map((row) => withoutFamily({ key: KEY, cells: rows.cells(row) }, WATERMARK_FAMILY)),
  );
  const { cells } = visibleCells<Cell>(joined?.cells ?? []);
  return QUALIFIERS.map((column) => cells.find(({ qualifier }) => qualifier.equals(column))?.value[0]);
}

function answerOf(
  lookup: Lookup,
  row: RowNumber,
  { rows, guards, at }: ReadContext & { readonly at: RaceMoment<'serving'> },
): RaceEvent<'serving', ShownAnswer> {
  const replica = CLUSTERS[lookup.at];
  const chains = chainsOf(rows.cells(row), { replicatedBeforeMs: 0, depth: 16 });
  const { watermark } = chains;
  if (lookup.of === 'watermark')
    return { kind: 'watermark', at, cluster: replica, watermark: ownOf(watermark, lookup.at) };
  const complete = guards.chains ? chains.complete : watermark;
  return {
    kind: 'row',
    at,
    answer: { replica, kind: 'nearest', watermark, complete, heartbeats: new Map(), row },
  };
}

function ownOf(watermark: RowWatermark, at: Side): RowWatermark {
  return new Map([...watermark].filter(([column]) => originOf(column) === CLUSTERS[at].code));
}

/** The states after the event: several where the budget for extra lookups may have been spent or not. */
function on(
  read: ReadState,
  event: RaceEvent<'serving', ShownAnswer>,
  context: ReadContext,
): readonly ReadState[] {
  const { state, effects } = reduceRace(read.race, event);
  return effects.reduce<readonly ReadState[]>(
    (states, effect) => states.flatMap((each) => run(each, effect, event, context)),
    [{ ...read, race: state }],
  );
}

function run(
  read: ReadState,
  effect: Effect,
  { at }: RaceEvent<'serving', ShownAnswer>,
  context: ReadContext,
): readonly ReadState[] {
  switch (effect.kind) {
    case 'send-row':
    case 'send-watermark': {
      const lookup: Lookup = {
        of: effect.kind === 'send-row' ? 'row' : 'watermark',
        at: sideOf(effect.cluster.code),
      };
      const isUnderWay = read.underWay.some((each) => each.of === lookup.of && each.at === lookup.at);
      return [isUnderWay ? read : { ...read, underWay: [...read.underWay, lookup] }];
    }
    case 'take-budget':
      return [true, false].flatMap((granted) => on(read, { kind: 'budget', at, granted }, context));
    case 'refresh':
      return read.race.round >= ROUNDS_MAX ? [] : on(read, refreshed(read, at), context);
    case 'answer':
      return [{ ...read, outcome: { rows: effect.evaluated.map(({ answer }) => answer.row) } }];
    case 'unmet':
    case 'fail':
      return [{ ...read, outcome: { rows: [] } }];
    case 'probe':
    case 'start-timer':
      return [read];
  }
}

/**
 * Number of rounds that are explored. Later rounds query the same replicas again, which a later state of the store covers as
 * well.
 */
const ROUNDS_MAX = 1;

function refreshed(
  { from, origins }: ReadState,
  at: RaceMoment<'serving'>,
): RaceEvent<'serving', ShownAnswer> {
  const candidates = [CLUSTERS[from], CLUSTERS[other(from)]];
  return { kind: 'refreshed', at, candidates, origins: origins.map((side) => CLUSTERS[side].code) };
}

const sideOf = (code: string): Side => (code === CLUSTERS[0].code ? 0 : 1);

function momentOf({ origins }: ReadState, monotonicMs: number): RaceMoment<'serving'> {
  return {
    monotonicMs,
    nowMs: START_MS,
    replicatedBeforeMs: 0,
    random: 0,
    origins: new Map(
      origins.map((side) => [CLUSTERS[side].code, { cluster: CLUSTERS[side], reach: 'open' as const }]),
    ),
  };
}

/** Equal for equal states of reads. */
export function readKey({ from, origins, race, underWay, outcome }: ReadState): string {
  const lookups = underWay.map(({ of, at }) => `${of[0]}${at}`).sort();
  return `${from}${origins.length}${lookups.join()}${outcome?.rows.join() ?? ''}${raceKey(race, ({ row }) => String(row))}`;
}
