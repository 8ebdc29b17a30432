import { maxOf } from '../../core/shared/lists';
import type { TerminalStyle } from '../../platform/process/terminal-style';
import type { CheckResult, Outcome } from './check';

/** Returns the answer of `--json`. */
export function doctorJson(checks: readonly CheckResult[]) {
  return { ok: checks.every(({ outcome }) => outcome !== 'failed'), checks };
}

/** Returns a line for each finding, and one with their number. */
export function doctorLines(results: readonly CheckResult[], style: TerminalStyle): readonly string[] {
  const emphasis: Record<Outcome, (text: string) => string> = {
    ok: style.good,
    warning: style.warning,
    failed: style.bad,
    skipped: style.dim,
  };
  const nameWidth = maxOf(results.map(({ check }) => check.length));
  const lines = results.map(({ check, outcome, detail, remedy }) => {
    const remark = remedy === undefined ? '' : style.dim(` → ${remedy}`);
    return `${emphasis[outcome](outcome.padEnd(OUTCOME_WIDTH))}  ${check.padEnd(nameWidth)}  ${detail}${remark}`;
  });
  const count = (outcome: Outcome): string =>
    `${results.filter((each) => each.outcome === outcome).length} ${outcome}`;
  return [...lines, '', (['ok', 'warning', 'failed', 'skipped'] as const).map(count).join(', ')];
}

const OUTCOME_WIDTH = 'warning'.length;
