/** Generations that one run of a pipeline writes: one of each DataType in generations among its outputs. */
import type { CallOptions } from '../../bigtable/client/types';
import {
  beginGeneration,
  completeGeneration,
  type GenerationLimits,
  type GenerationToBegin,
} from '../../core/generations/generation-record';
import type { DataType } from '../../core/schema/schema';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import type { Clock } from '../../platform/time/clock';
import type { GenerationDirectory } from './generation-directory';
import { requireOpen } from './write-generation';

interface RunGenerationsDependencies {
  readonly directory: Pick<GenerationDirectory, 'read' | 'change'>;
  /**
   * Waits until every cluster has all writes of the corpus so far, if workers follow changes for the pipeline: what they have
   * processed without knowing of the generations must be in the rows that the run reads.
   */
  readonly awaitFollowed?: ((signal: CancelSignal | undefined) => Promise<void>) | undefined;
  readonly clock: Clock;
  readonly limits: GenerationLimits & { readonly callTimeoutMs: number };
}

export interface RunGenerations {
  /** Numbers by family. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Numbers and versions of the cells that pages write, by family. */
  readonly targets: ReadonlyMap<string, { readonly numbers: readonly [number]; readonly versionMs: number }>;
  /**
   * Throws `generation_conflict` if one of them may not be written any more. Call it after the last acknowledgement of a
   * page, and before the page counts: a worker that was paused must not complete what others have closed.
   */
  confirm(signal?: CancelSignal): Promise<void>;
  /** Records that all pages of all workers are acknowledged. */
  complete(signal?: CancelSignal): Promise<void>;
}

/**
 * Allocates the generations of a run, or returns those that another worker of the run has allocated. Throws
 * `generation_conflict` if too many generations are not collected, or if that of the run was.
 */
export async function beginRunGenerations(
  { directory, clock, limits, awaitFollowed }: RunGenerationsDependencies,
  { dataTypes, ...run }: GenerationToBegin & { readonly dataTypes: Iterable<DataType> },
  signal?: CancelSignal,
): Promise<RunGenerations> {
  const call = (callSignal = signal): CallOptions => ({
    timeoutMs: limits.callTimeoutMs,
    signal: callSignal,
  });
  const begun: { readonly dataType: DataType; readonly generation: number; readonly versionMs: number }[] =
    [];
  for (const dataType of dataTypes) {
    if (dataType.generations !== true) continue;
    const record = await directory.change(
      dataType,
      (present) => beginGeneration(present, run, { atMs: clock.nowMs(), limits }).record,
      call(),
    );
    const { number, versionMs } = beginGeneration(record, run, { atMs: clock.nowMs(), limits }).generation;
    begun.push({ dataType, generation: number, versionMs });
  }
  if (begun.length > 0) await awaitFollowed?.(signal);
  return {
    numbers: new Map(begun.map(({ dataType, generation }) => [dataType.family, generation])),
    targets: new Map(
      begun.map(({ dataType, generation, versionMs }) => [
        dataType.family,
        { numbers: [generation], versionMs },
      ]),
    ),
    async confirm(callSignal) {
      for (const { dataType, generation } of begun)
        requireOpen(await directory.read(dataType, call(callSignal)), { generation, states: ['building'] });
    },
    async complete(callSignal) {
      for (const { dataType, generation } of begun)
        await directory.change(
          dataType,
          (present) => completeGeneration(present, generation, clock.nowMs()),
          call(callSignal),
        );
    },
  };
}
