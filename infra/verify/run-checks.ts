import type { Check, CheckResult, VerifyContext } from './check';
import { UncheckedError } from './google';

/** Runs checks one after another, so that one that fails is not lost among the others. Never throws for a claim. */
export async function runChecks(
  checks: readonly Check[],
  context: VerifyContext,
  onResult: (result: CheckResult) => void,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    const result = await resultOf(check, context);
    results.push(result);
    onResult(result);
  }
  return results;
}

async function resultOf({ id, run }: Check, context: VerifyContext): Promise<CheckResult> {
  try {
    const details = await run(context);
    return { id, outcome: details.length === 0 ? 'holds' : 'differs', details };
  } catch (error) {
    if (!(error instanceof UncheckedError)) throw error;
    return { id, outcome: 'unchecked', details: [error.message] };
  }
}

/** Exit codes: all claims hold; some differ; none differs, and some could not be checked. */
const EXIT_CODES = { holds: 0, differs: 1, unchecked: 2 } as const;

export function exitCodeOf(results: readonly CheckResult[]): number {
  if (results.some(({ outcome }) => outcome === 'differs')) return EXIT_CODES.differs;
  if (results.some(({ outcome }) => outcome === 'unchecked')) return EXIT_CODES.unchecked;
  return EXIT_CODES.holds;
}
