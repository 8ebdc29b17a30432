import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import { failed, type Check, type CheckResult, type CheckFinding } from './check';

export interface CheckLimits {
  /** Time limit of each check, in milliseconds. */
  readonly checkTimeoutMs: number;
  /** Time limit of the calls of a check, in milliseconds. */
  readonly callTimeoutMs: number;
}

/**
 * Runs all checks at once, and returns their findings in the order of the checks. A check that throws or takes too long
 * has failed; it never stops the others.
 */
export async function runChecks(
  checks: readonly Check[],
  { clock, limits }: { readonly clock: Clock; readonly limits: CheckLimits },
): Promise<readonly CheckResult[]> {
  const results = await Promise.all(
    checks.map(async (check) => {
      const findings = await findingsOf(check, clock, limits);
      return findings.map((finding) => ({ check: check.name, ...finding }));
    }),
  );
  return results.flat();
}

async function findingsOf(
  { run, remedy }: Check,
  clock: Clock,
  { checkTimeoutMs, callTimeoutMs: timeoutMs }: CheckLimits,
): Promise<readonly CheckFinding[]> {
  const control = new AbortController();
  let cancel: () => void = () => undefined;
  const late = new Promise<readonly CheckFinding[]>((resolve) => {
    cancel = clock.schedule(
      checkTimeoutMs,
      () => {
        control.abort();
        resolve([failed(`the check did not end within ${checkTimeoutMs} ms`, remedy)]);
      },
      { keepAlive: true },
    );
  });
  try {
    return await Promise.race([(async () => run({ signal: control.signal, timeoutMs }))(), late]);
  } catch (error) {
    return [failed(reasonOf(error), remedy)];
  } finally {
    cancel();
  }
}

/** Returns the message of an error in one line, with the field that it is about. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The message names the time that was left for the last attempt.
  if (error instanceof TidemarkError && error.code === 'deadline_exceeded') return 'no answer in time';
  const field = error instanceof TidemarkError && error.field !== undefined ? `${error.field}: ` : '';
  return `${field}${error.message}`.replaceAll(/\s*\n\s*/g, ' ');
}
