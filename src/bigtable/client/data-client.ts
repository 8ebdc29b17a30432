import { DEFAULTS } from '../../config/defaults';
import { systemClock, type Clock } from '../../platform/time/clock';
import { systemRandom, type Random } from '../../platform/random';
import type { AnswerCheck } from './answer-check';
import { CLIENT_METADATA } from './client-metadata';
import { mutateRows, type BatchWriteLimits, type WriteDependencies } from '../write/mutate-rows';
import type { CallObserver } from './retrying-call';
import { readSingleRow, scanRows, type ReadDependencies, type ReadLimits } from '../read/read-rows';
import type { ChangeStreamDependencies, ChangeStreamLimits } from '../changes/change-stream-dependencies';
import { initialPartitions, readChangeStream } from '../changes/read-change-stream';
import type { RetryLimits } from './retry';
import { checkAndMutateRow, mutateRow, readModifyWriteRow, sampleRowKeys } from '../write/row-operations';
import { TableCallHeaders } from './table-call-headers';
import type { GrpcTransport } from '../transport/create-transport';
import type { DataClient } from './types';

export type DataClientLimits = RetryLimits & ReadLimits & BatchWriteLimits & ChangeStreamLimits;

export interface DataClientOptions {
  readonly transport: GrpcTransport;
  readonly project: string;
  readonly instance: string;
  readonly appProfileId?: string;
  /** Metadata sent with each call in addition to the client's own; names are lower case. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly limits?: Partial<DataClientLimits>;
  readonly observer?: CallObserver | undefined;
  /** Checks which cluster has answered each call. */
  readonly checkAnswer?: AnswerCheck | undefined;
}

/**
 * Creates a client for the data plane of one instance, through one app profile. Closing the client closes its
 * transport.
 */
export function createDataClient(options: DataClientOptions): DataClient {
  const { transport } = options;
  const appProfileId = options.appProfileId ?? DEFAULTS.bigtable.appProfileId;
  const dependencies = dependenciesOf(options, appProfileId);
  return {
    readRows: (request, call) => scanRows(dependencies, request, call),
    readRow: (request, call) => readSingleRow(dependencies, request, call),
    mutateRow: (table, row, call) => mutateRow(dependencies, { table, row }, call),
    mutateRows: (table, rows, call) => mutateRows(dependencies, { table, rows }, call),
    checkAndMutateRow: (request, call) => checkAndMutateRow(dependencies, appProfileId, request, call),
    readModifyWriteRow: (table, key, rules, call) =>
      readModifyWriteRow(dependencies, appProfileId, { table, key, rules }, call),
    sampleRowKeys: (table, call) => sampleRowKeys(dependencies, appProfileId, table, call),
    initialPartitions: (table, call) => initialPartitions(dependencies, appProfileId, table, call),
    readChangeStream: (request, call) => readChangeStream(dependencies, appProfileId, request, call),
    close: () => transport.close(),
  };
}

function dependenciesOf(
  options: DataClientOptions,
  appProfileId: string,
): ReadDependencies & WriteDependencies & ChangeStreamDependencies {
  const limits: DataClientLimits = { ...DEFAULTS.bigtable, ...options.limits };
  const instanceName = `projects/${options.project}/instances/${options.instance}`;
  return {
    transport: options.transport,
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    observer: options.observer,
    checkAnswer: options.checkAnswer,
    tableHeaders: new TableCallHeaders(instanceName, appProfileId, {
      ...CLIENT_METADATA,
      ...options.metadata,
    }),
    limits,
    readLimits: limits,
    writeLimits: limits,
    changeLimits: limits,
  };
}
