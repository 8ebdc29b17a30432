/** Stores of a process that erases users. */
import type { Config } from '../../src/config/index';
import { openErasure, openErasureWorker, type ErasureStores } from '../../src/cli/erase/open-erasure';
import { DEFAULTS } from '../../src/config/defaults';
import type { ErasureWorkerDependencies } from '../../src/operations/privacy/erasure-dependencies';
import type { ErasureTally } from '../../src/operations/privacy/erasure-tally';
import type { ErasureWorker } from '../../src/operations/privacy/erasure-worker';
import { createSweepSubject, type SweepSubject } from '../../src/operations/privacy/sweep-subject';
import { Resources } from '../../src/platform/tasks/resources';
import { systemClock } from '../../src/platform/time/clock';
import { systemRandom } from '../../src/platform/random';

export const WHOLE = { index: 0, count: 1 };

export interface PrivacyStores extends ErasureStores {
  readonly sweep: SweepSubject;
  readonly workerOf: (
    wrap?: (dependencies: ErasureWorkerDependencies) => ErasureWorkerDependencies,
  ) => ErasureWorker;
  /** Runs rounds until no entry is open, or the limit. Returns the last tally. */
  readonly work: (worker?: ErasureWorker, roundsMax?: number) => Promise<ErasureTally>;
  readonly close: () => Promise<void>;
}

export function openPrivacyStores(config: Config): PrivacyStores {
  const resources = new Resources();
  const stores = openErasure(config, resources);
  const { serving, sweeping, corpora } = stores;
  const sweep = createSweepSubject({
    reader: sweeping.reader,
    writer: sweeping.writer,
    transactions: serving.transactions,
    corpora,
    clock: systemClock,
    random: systemRandom,
    limits: { ...DEFAULTS.compaction, ...DEFAULTS.privacy },
  });
  const workerOf: PrivacyStores['workerOf'] = (wrap) =>
    openErasureWorker(config, stores, { subjectsPerSecond: 0, wrap });
  return {
    ...stores,
    sweep,
    workerOf,
    async work(worker = workerOf(), roundsMax = 50) {
      for (let round = 1; ; round++) {
        const tally = await worker.round({ worker: WHOLE });
        if (tally.certified === tally.open || round === roundsMax) return tally;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    close: () => resources.release(),
  };
}
