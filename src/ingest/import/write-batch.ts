import type { IngestEvents, IngestInput, IngestOutcome } from '../../operations/events/ingest-events';
import { backoffMs, type BackoffLimits } from '../../platform/time/backoff';
import type { Clock } from '../../platform/time/clock';
import { sleep } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { TidemarkError } from '../../errors';

/** Backoff and total time of retries. */
export interface RetryPolicy extends BackoffLimits {
  /** Maximum time that one batch may keep failing, in milliseconds. */
  readonly timeoutMs: number;
}

export interface WriteBatchDependencies {
  readonly ingest: IngestEvents;
  readonly clock: Clock;
  readonly random: Random;
  readonly policy: RetryPolicy;
}

/**
 * Ingests a batch until no input has failed. It repeats failed inputs with exponential backoff and full jitter while
 * time is left, and then throws the last failure. Inputs that were written by then are safe to write again.
 */
export async function writeBatch(
  inputs: readonly IngestInput[],
  { ingest, clock, random, policy }: WriteBatchDependencies,
  options: { readonly signal: AbortSignal; readonly onStored: () => void },
): Promise<readonly IngestOutcome[]> {
  const { signal } = options;
  const outcomes = [...(await ingest(inputs, options)).outcomes];
  const deadlineMs = clock.monotonicMs() + policy.timeoutMs;
  for (let attempt = 0; ; attempt++) {
    const failed = outcomes.flatMap(({ status }, i) => (status === 'failed' ? [i] : []));
    if (failed.length === 0) return outcomes;
    rejectPermanent(failed.map((i) => outcomes[i]!));
    const delayMs = backoffMs(policy, attempt, random);
    if (signal.aborted || clock.monotonicMs() + delayMs > deadlineMs) throw failureOf(outcomes[failed[0]!]!);
    await sleep(clock, delayMs, signal);
    const retried = await ingest(
      failed.map((i) => inputs[i]!),
      options,
    );
    failed.forEach((inputIndex, i) => (outcomes[inputIndex] = retried.outcomes[i]!));
  }
}

/** Throws a failure that a retry cannot fix, such as a missing table. It ends the import at once. */
function rejectPermanent(failures: readonly IngestOutcome[]): void {
  const permanent = failures.map(failureOf).find((error) => !error.retryable);
  if (permanent !== undefined) throw permanent;
}

function failureOf(outcome: IngestOutcome): TidemarkError {
  if (outcome.status === 'failed') return outcome.error;
  throw new Error(`not a failure: ${outcome.status}`);
}
