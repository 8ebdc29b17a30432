import { TidemarkError } from '../../errors';
import type {
  LoadObjects,
  LoadObjectsOptions,
  LoadOutcome,
  ObjectToLoad,
} from '../../operations/objects/load-objects';
import { backoffMs } from '../../platform/time/backoff';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { RetryPolicy } from '../import/write-batch';

export interface LoadBatchDependencies {
  readonly load: LoadObjects;
  readonly clock: Clock;
  readonly random: Random;
  readonly policy: RetryPolicy;
}

/** Errors of the store that no record causes. Others reject the record. */
const isFailure = (outcome: LoadOutcome): outcome is TidemarkError =>
  outcome !== undefined && outcome.status >= 500;

/**
 * Loads a batch until each record is durable or rejected. It repeats failed records with exponential backoff and full jitter
 * while time is left, and then throws the last failure. Records that were written by then are safe to write again.
 */
export async function loadBatch(
  corpus: string,
  objects: readonly ObjectToLoad[],
  {
    dependencies,
    options,
  }: { readonly dependencies: LoadBatchDependencies; readonly options: LoadObjectsOptions },
): Promise<readonly LoadOutcome[]> {
  const { load, clock, random, policy } = dependencies;
  const outcomes: LoadOutcome[] = objects.map(() => undefined);
  const deadlineMs = clock.monotonicMs() + policy.timeoutMs;
  let left = objects.map((_, index) => index);
  for (let attempt = 0; ; attempt++) {
    const tried = left.map((index) => objects[index]!);
    const results = await load(corpus, tried, options).catch((error: unknown) =>
      tried.map(() => failureOf(error)),
    );
    left.forEach((index, at) => (outcomes[index] = results[at]));
    left = left.filter((index) => isFailure(outcomes[index]));
    if (left.length === 0) return outcomes;
    const failures = left.map((index) => outcomes[index]!);
    const permanent = failures.find((error) => !error.retryable);
    if (permanent !== undefined) throw permanent;
    const delayMs = backoffMs(policy, attempt, random);
    if (options.signal?.aborted === true || clock.monotonicMs() + delayMs > deadlineMs) throw failures[0]!;
    await sleep(clock, delayMs, options.signal);
  }
}

/** Returns the failure of a whole call. Throws what is no failure of the store. */
function failureOf(error: unknown): TidemarkError {
  if (error instanceof TidemarkError && error.status >= 500) return error;
  throw error;
}
