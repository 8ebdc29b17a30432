import type { Config } from '../../config/index';
import type { LedgerKeys } from '../../core/privacy/ledger-keys';
import { createErasureParts, type ErasureOperationsDependencies } from '../privacy/create-erasure-operations';
import type { EventDataType } from '../../core/schema/schema';
import { sampleCompactionBacklog, type SampleBacklogDependencies } from '../compaction/sample-backlog';
import { createDeadLetterOperations, type DeadLetterOperations, type DeadLetterSource } from './dead-letters';
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
  /** Absent: no subscription of dead letters is configured. */
  readonly deadLetterOperations?: DeadLetterOperations | undefined;
}

interface ConsoleDependencies extends ErasureOperationsDependencies {
  readonly config: ErasureOperationsDependencies['config'] &
    Pick<Config, 'compaction' | 'console' | 'variables'>;
  readonly keys: LedgerKeys | undefined;
  readonly generations: OperationsStatusDependencies['generations'];
  /** Returns the metrics of all workers in the Prometheus text format. */
  readonly allMetrics: () => Promise<string>;
  readonly faults: EmbeddedFaults | undefined;
  readonly deadLetters: DeadLetterSource | undefined;
  readonly scanner: SampleBacklogDependencies['scanner'];
  readonly eventTypes: readonly EventDataType[];
  readonly placementGroups: () => number;
}

export function createConsoleOperations(dependencies: ConsoleDependencies): ConsoleOperations {
  const { config, clock, keys, generations, allMetrics: metrics, faults } = dependencies;
  const limits = config.console;
  const { deadLetters: source } = dependencies;
  const { graceMs } = config.compaction;
  return {
    deadLetterOperations: source && createDeadLetterOperations({ source, clock, limits }),
    liveFeed: createLiveFeed({ metrics, faults, clock, limits }),
    readOperationsStatus: createOperationsStatus({
      generations,
      ledger: keys && createErasureParts({ ...dependencies, keys }).ledger,
      sampleCompaction: () => sampleCompactionBacklog({ ...dependencies, graceMs, limits }),
      placementGroups: dependencies.placementGroups,
      variables: config.variables,
      clock,
      limits,
    }),
  };
}
