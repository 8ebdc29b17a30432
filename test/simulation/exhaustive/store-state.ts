/** The state of the store and of its writers, and every step that it can take: pure but for the numbering of rows. */
import type { Cell, Mutation } from '../../../src/bigtable/client/types';
import { nextVersion, type ExistingCell } from '../../../src/core/objects/cell-versions';
import { WATERMARK_FAMILY } from '../../../src/core/consistency/row-watermark';
import { deleteMutations, putMutations } from '../../../src/consistency/write/versioned-mutations';
import { watermarkCell } from '../../../src/consistency/write/watermark-cell';
import { EMPTY_ROW, type MutationNumber, type RowNumber, type Rows } from './cells';
import {
  CLUSTERS,
  FAMILY,
  GROWING,
  type Guards,
  other,
  QUALIFIERS,
  type Scenario,
  type Side,
  SIDES,
  SKEW_MAX_MS,
  START_MS,
  TICK_MS,
} from './scope';

/** A mutation sent to a cluster. It stays under way, and may be committed later, when its process gives it up. */
interface Attempt {
  readonly at: Side;
  readonly mutation: MutationNumber;
  readonly isCommitted: boolean;
  /** At the other cluster. */
  readonly isReplicated: boolean;
}

type OperationStatus = 'idle' | 'sent' | 'acknowledged' | 'failed';

export interface OperationState {
  readonly status: OperationStatus;
  /** At most two: the second one goes to the other cluster. */
  readonly attempts: readonly Attempt[];
  /** Version of the cell or marker, in milliseconds. */
  readonly versionMs: number;
  /** Version of its watermark, in milliseconds. */
  readonly watermarkMs: number;
  /** Writer id under which the process wrote it. */
  readonly writer: string;
  /** Versions that its watermark names as acknowledged before it, by cluster. */
  readonly predecessors: readonly [number, number];
  /** Operations that were acknowledged before this one began, as bits. */
  readonly after: number;
}

/** Memory of a process about its writes of the row. */
interface WriterMemory {
  /** Number of ids that it has retired. */
  readonly retired: number;
  readonly lastVersionMs: number;
  /** Acknowledged under the current id, by cluster; 0: nothing. */
  readonly acknowledged: readonly [number, number];
}

export interface StoreState {
  readonly tick: number;
  readonly rows: readonly [RowNumber, RowNumber];
  readonly operations: readonly OperationState[];
  readonly writers: readonly [WriterMemory, WriterMemory];
  /** Attempts that may still be given up. */
  readonly givenUpLeft: number;
  /** By process: whether it knows that cluster 1 takes writes, and so has had it announced. */
  readonly knows: readonly [boolean, boolean];
}

const IDLE: OperationState = {
  status: 'idle',
  attempts: [],
  versionMs: 0,
  watermarkMs: 0,
  writer: '',
  after: 0,
  predecessors: [0, 0],
};
const NEW_WRITER: WriterMemory = { retired: 0, lastVersionMs: 0, acknowledged: [0, 0] };

export function firstState(scenario: Scenario, givenUpMax: number): StoreState {
  return {
    tick: 0,
    rows: [EMPTY_ROW, EMPTY_ROW] as const,
    operations: scenario.map(() => IDLE),
    writers: [NEW_WRITER, NEW_WRITER] as const,
    givenUpLeft: givenUpMax,
    knows: GROWING.has(scenario) ? [false, false] : [true, true],
  };
}

export interface StoreStep {
  readonly label: string;
  readonly state: StoreState;
  /** The operation that it acknowledges. */
  readonly acknowledges?: number;
}

export interface StoreContext {
  readonly scenario: Scenario;
  readonly guards: Guards;
  readonly rows: Rows;
}

/**
 * All steps that are possible in the state. Arrivals are no steps of their own: a step that depends on what a cluster
 * shows, or on whether it has committed an attempt, comes with each set of arrivals there (`Arrivals`).
 */
export function stepsOf(state: StoreState, context: StoreContext, arrivals: Arrivals): StoreStep[] {
  const steps = context.scenario.flatMap((_, index) =>
    operationSteps(state, index, { ...context, arrivals }),
  );
  // Time passes where an acknowledgement may wait for it. Elsewhere it would only draw versions apart.
  if (state.operations.some((operation) => isWaiting(operation, state.tick))) {
    steps.push({ label: 'a tick', state: { ...state, tick: state.tick + 1 } });
  }
  for (const process of SIDES) {
    if (state.knows[process]) continue;
    const knows = replaced(state.knows, process, true);
    steps.push({ label: `process ${process} learns of cluster 1`, state: { ...state, knows } });
  }
  return steps;
}

/** Computes what may have arrived at a cluster. */
export interface Arrivals {
  /** The states in which the store can be when the cluster is asked, the state itself included. */
  before(store: StoreState, at: Side): readonly StoreState[];
  /** Those in which the attempt has been committed at its cluster; one of them, where the order of arrivals there is all the same. */
  whenCommitted(store: StoreState, attempt: AttemptPlace): readonly StoreState[];
}

export interface AttemptPlace {
  readonly operation: number;
  /** From 0 on. */
  readonly attempt: number;
}

type StepContext = StoreContext & { readonly arrivals: Arrivals };

/** An arrival of an attempt at a cluster. */
export interface Delivery {
  readonly state: StoreState;
  readonly to: Side;
  readonly mutation: MutationNumber;
  /** After a commit: the state in which it has arrived at the other cluster as well. */
  readonly then?: StoreState;
}

/** Commits of attempts at their own cluster, and their arrivals at the other one, in whatever order. */
export function deliveriesOf(state: StoreState, { rows }: StoreContext): Delivery[] {
  const deliveries: Delivery[] = [];
  state.operations.forEach((operation, index) =>
    operation.attempts.forEach((attempt, number) => {
      if (attempt.isReplicated) return;
      const committed = attempt.isCommitted ? state : arrived(state, { index, number, to: attempt.at }, rows);
      const replicated = arrived(committed, { index, number, to: other(attempt.at) }, rows);
      const to = attempt.isCommitted ? other(attempt.at) : attempt.at;
      if (attempt.isCommitted) deliveries.push({ state: replicated, to, mutation: attempt.mutation });
      else deliveries.push({ state: committed, to, mutation: attempt.mutation, then: replicated });
    }),
  );
  return deliveries;
}

export function arrived(
  state: StoreState,
  { index, number, to }: { readonly index: number; readonly number: number; readonly to: Side },
  rows: Rows,
): StoreState {
  const operation = state.operations[index]!;
  const attempt = operation.attempts[number]!;
  const change = to === attempt.at ? { isCommitted: true } : { isReplicated: true };
  const attempts = operation.attempts.map((each) => (each === attempt ? { ...each, ...change } : each));
  const shown = rows.apply(state.rows[to], attempt.mutation);
  return {
    ...withOperation(state, index, { ...operation, attempts }),
    rows: replaced(state.rows, to, shown),
  };
}

function operationSteps(state: StoreState, index: number, context: StepContext): StoreStep[] {
  const operation = state.operations[index]!;
  if (operation.status === 'idle') return beginnings(state, index, context);
  if (operation.status !== 'sent') return [];
  return [...endings(state, index, context), ...acknowledgements(state, index, context)];
}

/** By a clock that is right or one tick ahead. A process does one thing after the other, in the scenario's order. */
function beginnings(state: StoreState, index: number, context: StepContext): StoreStep[] {
  const { by } = context.scenario[index]!;
  const isNext = state.operations.every(
    ({ status }, each) => each >= index || context.scenario[each]!.by !== by || isOver(status),
  );
  if (!isNext) return [];
  return context.arrivals.before(state, by).flatMap((shown) =>
    [0, 1].flatMap((skew) => {
      const begins = begun(shown, index, { ...context, nowMs: clockAt(state.tick, skew) });
      const label = `operation ${index} begins, its clock ${skew} futureCells`;
      return begins === undefined ? [] : [{ label, state: begins }];
    }),
  );
}

const isOver = (status: OperationStatus): boolean => status === 'acknowledged' || status === 'failed';

const clockAt = (tick: number, skew: number): number => START_MS + (tick + skew) * TICK_MS;

/** Undefined where the process would wait until it sends: as good as to begin a tick later. */
function begun(
  state: StoreState,
  index: number,
  context: StoreContext & { readonly nowMs: number },
): StoreState | undefined {
  const { scenario, guards, rows, nowMs } = context;
  const { kind, by, column } = scenario[index]!;
  const qualifier = QUALIFIERS[column];
  const shown = shownCells(rows.cells(state.rows[by]), qualifier);
  const plan = nextVersion({ cells: shown, hiddenUpToMs: -1 }, { nowMs, clockSkewMaxMs: SKEW_MAX_MS });
  if (plan.sendAtMs > nowMs) return undefined;
  const memory = state.writers[by];
  const watermarkMs = Math.max(nowMs, memory.lastVersionMs + 1);
  const cell = { family: FAMILY, qualifier, value: Buffer.from([index]) };
  const mutations = kind === 'put' ? putMutations(cell, plan) : deleteMutations(cell, shown, plan);
  const contents = guards.markers ? mutations : mutations.filter(({ setCell }) => kind === 'put' || !setCell);
  const writer = writerId(by, memory);
  const at = state.knows[by] ? by : 0;
  const attempt = attemptAt(at, {
    rows,
    contents,
    writer,
    watermarkMs,
    predecessorMs: memory.acknowledged[at],
  });
  const operation: OperationState = {
    status: 'sent',
    versionMs: plan.versionMs,
    watermarkMs,
    writer,
    attempts: [attempt],
    predecessors: memory.acknowledged,
    after: bitsOf(state, ({ status }) => status === 'acknowledged'),
  };
  const writers = replaced(state.writers, by, { ...memory, lastVersionMs: watermarkMs });
  return { ...withOperation(state, index, operation), writers };
}

interface AttemptParts {
  readonly rows: Rows;
  readonly contents: readonly Mutation[];
  readonly writer: string;
  readonly watermarkMs: number;
  readonly predecessorMs: number;
}

function attemptAt(at: Side, { rows, contents, writer, watermarkMs, predecessorMs }: AttemptParts): Attempt {
  const memory = { writer, predecessorAt: () => predecessorMs };
  const watermark = watermarkCell(memory, CLUSTERS[at].code, watermarkMs);
  const mutation = rows.numberOf([...contents, watermark]);
  return { at, mutation, isCommitted: false, isReplicated: false };
}

const writerId = (side: Side, { retired }: WriterMemory): string =>
  `wri${side}${String(retired).padStart(2, '0')}`;

/** Returns what a row shows of a column and its markers, all of which end with the column's name. */
function shownCells(cells: readonly Cell[], column: Buffer): readonly ExistingCell[] {
  return cells
    .filter(({ family, qualifier }) => family !== WATERMARK_FAMILY && qualifier.at(-1) === column.at(-1))
    .map(({ qualifier, timestampMicros }) => ({ qualifier, versionMs: timestampMicros / 1_000 }));
}

/** Its process gives the attempt up: it tries the other cluster, or fails. What it has sent stays under way. */
function endings(state: StoreState, index: number, context: StoreContext): StoreStep[] {
  if (state.givenUpLeft === 0) return [];
  const operation = state.operations[index]!;
  const { by } = context.scenario[index]!;
  const memory = state.writers[by];
  const retired: WriterMemory = { ...memory, retired: memory.retired + 1, acknowledged: [0, 0] };
  const given = {
    ...state,
    givenUpLeft: state.givenUpLeft - 1,
    writers: replaced(state.writers, by, retired),
  };
  const isLast = operation.attempts.length === 2 || !state.knows[by];
  const next: OperationState = isLast
    ? { ...operation, status: 'failed' }
    : { ...operation, attempts: [...operation.attempts, secondAttempt(operation, context.rows)] };
  return [
    {
      label: `attempt ${operation.attempts.length} of operation ${index} is given up`,
      state: withOperation(given, index, next),
    },
  ];
}

/** The same mutation at the other cluster, but for the watermark's column. */
function secondAttempt({ attempts, writer, watermarkMs, predecessors }: OperationState, rows: Rows): Attempt {
  const [first] = attempts as [Attempt];
  const at = other(first.at);
  // Its id is that of the first attempt, with what that one knew.
  const predecessorMs = predecessors[at];
  const contents = rows.mutations(first.mutation).slice(0, -1);
  return attemptAt(at, { rows, contents, writer, watermarkMs, predecessorMs });
}

const isWaiting = ({ status, versionMs }: OperationState, tick: number): boolean =>
  status === 'sent' && !hasPassed(versionMs, tick);

/** By a clock that is one tick ahead: an acknowledgement is never earlier. */
const hasPassed = (versionMs: number, tick: number): boolean => clockAt(tick, 1) > versionMs + SKEW_MAX_MS;

/** When the attempt is committed and every clock has passed the version. */
function acknowledgements(state: StoreState, index: number, context: StepContext): StoreStep[] {
  const { guards, arrivals } = context;
  const { versionMs, attempts } = state.operations[index]!;
  if (guards.commitWait && !hasPassed(versionMs, state.tick)) return [];
  const place = { operation: index, attempt: attempts.length - 1 };
  return arrivals.whenCommitted(state, place).map((committed) => ({
    label: `operation ${index} is acknowledged`,
    state: acknowledged(committed, index, context),
    acknowledges: index,
  }));
}

function acknowledged(state: StoreState, index: number, { scenario }: StoreContext): StoreState {
  const operation = state.operations[index]!;
  const { at } = operation.attempts.at(-1)!;
  const { by } = scenario[index]!;
  const memory = state.writers[by];
  const isCurrent = operation.writer === writerId(by, memory);
  const known = isCurrent ? replaced(memory.acknowledged, at, operation.watermarkMs) : memory.acknowledged;
  const writers = replaced(state.writers, by, { ...memory, acknowledged: known });
  return { ...withOperation(state, index, { ...operation, status: 'acknowledged' }), writers };
}

export function bitsOf(state: StoreState, is: (operation: OperationState) => boolean): number {
  return state.operations.reduce((bits, operation, index) => (is(operation) ? bits | (1 << index) : bits), 0);
}

function withOperation(state: StoreState, index: number, operation: OperationState): StoreState {
  return { ...state, operations: state.operations.map((each, at) => (at === index ? operation : each)) };
}

function replaced<T>(pair: readonly [T, T], at: Side, value: T): readonly [T, T] {
  return at === 0 ? [value, pair[1]] : [pair[0], value];
}

/** Whether the announcement of cluster 1 is at cluster 0. */
export const isAnnounced = ({ knows }: StoreState): boolean => knows[0] || knows[1];

/** Returns a key that is equal for equal states. Times are relative to the start, and attempts are identified by where they have arrived. */
export function storeKey({ tick, rows, operations, writers, givenUpLeft, knows }: StoreState): string {
  const ofOperations = operations.map(
    ({ status, attempts, versionMs, watermarkMs, writer, predecessors, after }) => {
      const sent = attempts.map(
        ({ mutation, isCommitted, isReplicated }) => `${mutation}${+isCommitted}${+isReplicated}`,
      );
      return `${status[0]}${versionMs - START_MS},${watermarkMs - START_MS},${writer},${predecessors.join()},${after},${sent.join(';')}`;
    },
  );
  const ofWriters = writers.map(
    (each) => `${each.retired},${each.lastVersionMs},${each.acknowledged.join()}`,
  );
  return `${tick}|${knows.join()}|${rows.join()}|${givenUpLeft}|${ofOperations.join('|')}|${ofWriters.join('|')}`;
}
