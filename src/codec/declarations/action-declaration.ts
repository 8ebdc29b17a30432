/** Parses the actions of an event type and their deduplication policies. */
import type { ActionDeclaration, Dimension, Retention } from '../../core/schema/schema';
import { dedupPeriodSeconds } from '../../core/events/dedup-period';
import type { ReportProblem } from './declared-options';

const ACTION = /^[a-z][a-z0-9_]{0,63}$/;
const ACTION_CODE_MAX = 255;
const SECONDS_PER_DAY = 86_400;
/** Maximum dedup period, in days. Events are kept for one period longer than declared, so a longer one is a mistake. */
const DEDUP_PERIOD_DAYS_MAX = 32;

/** `Action` in JSON, without absent fields. */
export interface DeclaredAction {
  readonly name?: string;
  readonly code?: number;
  readonly dedupDimensions?: readonly string[];
  readonly dedupWindowSeconds?: number;
}

export interface ActionContext {
  /** Dimensions by the name of their field. */
  readonly dimensions: ReadonlyMap<string, Dimension>;
  readonly userField: string;
  readonly retention: Retention;
  readonly report: ReportProblem;
}

export function readActions(
  declared: readonly DeclaredAction[],
  context: ActionContext,
): readonly ActionDeclaration[] {
  const { report, retention } = context;
  if (declared.length === 0) report('actions', 'missing; a DataType of events must declare actions');
  const actions = declared.map((action, index) => {
    const reportOfAction: ReportProblem = (option, problem) => report(`actions[${index}].${option}`, problem);
    checkAction(action, declared.slice(0, index), reportOfAction);
    return readAction(action, { ...context, report: reportOfAction });
  });
  checkDedupPeriod(actions, retention, report);
  return actions;
}

function checkAction(
  action: DeclaredAction,
  earlier: readonly DeclaredAction[],
  report: ReportProblem,
): void {
  const { name = '', code = 0 } = action;
  if (!ACTION.test(name)) report('name', `"${name}" is not lower_snake_case of at most 64 characters`);
  if (earlier.some((each) => each.name === name)) report('name', `"${name}" is declared twice`);
  if (code < 1 || code > ACTION_CODE_MAX) report('code', `${code} is not between 1 and ${ACTION_CODE_MAX}`);
  const sameCode = earlier.find((each) => each.code === code);
  if (sameCode !== undefined) report('code', `${code} is already the code of "${sameCode.name}"`);
}

function readAction(
  { name = '', code = 0, dedupDimensions = [], dedupWindowSeconds = 0 }: DeclaredAction,
  { dimensions, userField, retention, report }: ActionContext,
): ActionDeclaration {
  dedupDimensions.forEach((field, index) => {
    const option = `dedup_dimensions[${index}]`;
    if (field === userField) report(option, `"${field}" must be omitted: the user is always part of the key`);
    else if (!dimensions.has(field)) report(option, `"${field}" is not a dimension of the message`);
    if (dedupDimensions.indexOf(field) !== index) report(option, `"${field}" is listed twice`);
  });
  const { maxAgeMs = Infinity } = retention;
  if (dedupWindowSeconds * 1_000 > maxAgeMs) {
    report(
      'dedup_window_seconds',
      `${dedupWindowSeconds} is longer than the retention of ${maxAgeMs / 1_000}`,
    );
  }
  const named = dedupDimensions.map((field) => dimensions.get(field));
  return {
    name,
    code,
    dedup: {
      dimensions: named.filter((dimension) => dimension !== undefined),
      windowSeconds: dedupWindowSeconds,
    },
  };
}

function checkDedupPeriod(
  actions: readonly ActionDeclaration[],
  { maxAgeMs = Infinity }: Retention,
  report: ReportProblem,
): void {
  const seconds = dedupPeriodSeconds(actions);
  const windows = actions.map(({ dedup }) => dedup.windowSeconds).join(', ');
  const of = `the least common multiple of the dedup windows (${windows} s) is ${seconds} s`;
  if (seconds > DEDUP_PERIOD_DAYS_MAX * SECONDS_PER_DAY) {
    report('actions', `${of}, over ${DEDUP_PERIOD_DAYS_MAX} days: choose windows that divide each other`);
  } else if (seconds * 1_000 > maxAgeMs) {
    report(
      'actions',
      `${of}, longer than the retention of ${maxAgeMs / 1_000} s: events would be kept for more than twice as long`,
    );
  }
}
