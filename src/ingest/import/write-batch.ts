import type {
  IngestEvents,
  IngestInput,
  IngestOptions,
  IngestOutcome,
} from '../../operations/events/ingest-events';
import { backoffMs, type BackoffLimits } from '../../platform/time/backoff';
import type { Clock } from '../../platform/time/clock';
import { sleep } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { TidemarkError } from '../../errors';

export interface RetryPolicy extends BackoffLimits {
  /** How long one batch may go on failing. */
  readonly timeoutMs: number;
}

export interface WriteBatchDependencies {
  readonly ingest: IngestEvents;
  readonly clock: Clock;
  readonly random: Random;
  readonly policy: RetryPolicy;
}

/**
 * Ingests a batch until nothing of it has failed: repeats what failed, with exponential backoff and full jitter, as
 * long as that may help. Then throws the last failure; what it wrote until then is safe to write again.
 */
export async function writeBatch(
  inputs: readonly IngestInput[],
  { ingest, clock, random, policy }: WriteBatchDependencies,
  options: Required<Pick<IngestOptions, 'signal' | 'onStored'>>,
): Promise<readonly IngestOutcome[]> {
  const { signal } = options;
  const outcomes = [...(await ingest(inputs, options)).outcomes];
  const giveUpAtMs = clock.monotonicMs() + policy.timeoutMs;
  for (let attempt = 0; ; attempt++) {
    const failed = outcomes.flatMap(({ status }, i) => (status === 'failed' ? [i] : []));
    if (failed.length === 0) return outcomes;
    rejectPermanent(failed.map((i) => outcomes[i]!));
    const delayMs = backoffMs(policy, attempt, random);
    if (signal.aborted || clock.monotonicMs() + delayMs > giveUpAtMs) throw failureOf(outcomes[failed[0]!]!);
    await sleep(clock, delayMs, signal);
    const again = await ingest(
      failed.map((i) => inputs[i]!),
      options,
    );
    failed.forEach((input, i) => (outcomes[input] = again.outcomes[i]!));
  }
}

/** A failure that a retry cannot mend, such as a missing table, ends the import at once. */
function rejectPermanent(failures: readonly IngestOutcome[]): void {
  const hopeless = failures.map(failureOf).find((error) => !error.retryable);
  if (hopeless !== undefined) throw hopeless;
}

function failureOf(outcome: IngestOutcome): TidemarkError {
  if (outcome.status === 'failed') return outcome.error;
  throw new Error(`not a failure: ${outcome.status}`);
}
