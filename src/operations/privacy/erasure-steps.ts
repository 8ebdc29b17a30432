import { cancelledError } from '../../bigtable/client/bigtable-error';
import type { CallOptions } from '../../bigtable/client/types';
import { TidemarkError } from '../../errors';
import { runBounded } from '../../platform/tasks/run-bounded';
import { MoverSteps } from '../../residency/mover/steps';
import type { ErasureWorkerDependencies } from './erasure-dependencies';
import { recordFailure, type ErasureTally } from './erasure-tally';
import type { OpenEntry } from './ledger';

export interface ErasureStepsOptions {
  readonly tally: ErasureTally;
  readonly signal: AbortSignal | undefined;
}

/** Steps of a round, each of which is repeated while it fails retryably. */
export class ErasureSteps {
  readonly #dependencies: ErasureWorkerDependencies;
  readonly #options: ErasureStepsOptions;
  readonly #steps: MoverSteps;

  constructor(dependencies: ErasureWorkerDependencies, options: ErasureStepsOptions) {
    this.#dependencies = dependencies;
    this.#options = options;
    this.#steps = new MoverSteps(dependencies, options.signal);
  }

  run<T>(step: (call: CallOptions) => Promise<T>): Promise<T> {
    return this.#steps.run(step);
  }

  sleep(ms: number): Promise<void> {
    return this.#steps.sleep(ms);
  }

  /** Runs the task for each item. Those that fail are counted and left out: a later round tries them again. */
  async each<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<readonly R[]> {
    const { rowsInFlight } = this.#dependencies.limits;
    const { tally, signal } = this.#options;
    const results = await runBounded(items, rowsInFlight, async (item) => {
      try {
        return [await task(item)];
      } catch (error) {
        if (signal?.aborted === true) throw cancelledError(signal.reason);
        if (!(error instanceof TidemarkError)) throw error;
        recordFailure(tally, error);
        return [];
      }
    });
    return results.flat();
  }

  /** Sweeps once every cluster has the tombstones. Returns those whose sweep has not failed. */
  async sweepAfterToken<S extends Pick<OpenEntry, 'userId'>>(subjects: readonly S[]): Promise<readonly S[]> {
    if (subjects.length === 0) return subjects;
    const { sweepSubject } = this.#dependencies;
    const { signal } = this.#options;
    await this.awaitReplication();
    return this.each(subjects, async (subject) => {
      await sweepSubject(subject.userId, { signal });
      return subject;
    });
  }

  awaitReplication(): Promise<void> {
    const { awaitReplication, tables } = this.#dependencies;
    const names = tables().map(({ table }) => table);
    return this.#steps.run(() => awaitReplication(names, { signal: this.#options.signal }));
  }
}
