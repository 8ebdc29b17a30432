import type { Config } from '../../config/index';
import type { LedgerKeys } from '../../core/privacy/ledger-keys';
import { createErasureParts, type ErasureOperationsDependencies } from '../privacy/create-erasure-operations';
import type { EmbeddedFaults } from './embedded-faults';
import { createLiveFeed, type LiveFeed } from './live-feed';
import {
  createOperationsStatus,
  type OperationsStatusDependencies,
  type ReadOperationsStatus,
} from './operations-status';

/** Operations behind what the console shows beside the data. */
export interface ConsoleOperations {
  readonly liveFeed: LiveFeed;
  readonly readOperationsStatus: ReadOperationsStatus;
}

interface ConsoleDependencies extends ErasureOperationsDependencies {
  readonly config: ErasureOperationsDependencies['config'] & Pick<Config, 'console' | 'variables'>;
  readonly keys: LedgerKeys | undefined;
  readonly generations: OperationsStatusDependencies['generations'];
  /** Returns the metrics of all workers in the Prometheus text format. */
  readonly allMetrics: () => Promise<string>;
  readonly faults: EmbeddedFaults | undefined;
}

export function createConsoleOperations(dependencies: ConsoleDependencies): ConsoleOperations {
  const { config, clock, keys, generations, allMetrics: metrics, faults } = dependencies;
  const limits = config.console;
  return {
    liveFeed: createLiveFeed({ metrics, faults, clock, limits }),
    readOperationsStatus: createOperationsStatus({
      generations,
      ledger: keys && createErasureParts({ ...dependencies, keys }).ledger,
      variables: config.variables,
      clock,
      limits,
    }),
  };
}
