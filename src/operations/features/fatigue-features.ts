import type { CallOptions } from '../../bigtable/client/types';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import { fatigueInSteps } from '../../core/features/fatigue-features';
import type { FeatureLayout } from '../../core/features/feature-layout';
import type { FatigueQuery } from '../../core/features/feature-spec';
import type { Omission } from '../../core/privacy/omissions';
import { inArena, withArena } from '../../core/columns/array-arena';
import type { Clock } from '../../platform/time/clock';
import { runInSlices } from '../../platform/tasks/time-slices';
import type { ReadUserEvents } from '../events/read-user-events';

interface FatigueRequest {
  readonly query: FatigueQuery;
  readonly layout: FeatureLayout;
  readonly consistency: Consistency;
}

interface FatigueAnswer {
  /** Vectors of the candidates in query order, concatenated. Each has as many values as the layout has names. */
  readonly vectors: Float32Array;
  /** The DataType of the events, if the user has not allowed its purpose; then there are none. */
  readonly omitted: readonly Omission[];
  readonly evidence: ReadEvidence;
}

/** Throws `too_many_events` when the user has more events than one read allows, and the errors of failed reads. */
export type FatigueFeatures = (request: FatigueRequest, options?: CallOptions) => Promise<FatigueAnswer>;

/**
 * Returns an operation that computes the features of one user's candidates: one read of one row, one pass over its
 * events.
 */
export function createFatigueFeatures(readUserEvents: ReadUserEvents, clock: Clock): FatigueFeatures {
  return async ({ query, layout, consistency }, options) => {
    const { spec, userId, asOfMs } = query;
    const { dataType, actions, lookbackMs } = spec;
    const period = { fromMs: Math.max(0, asOfMs - lookbackMs), toMs: asOfMs };
    return withArena(async (arena) => {
      const request = { dataType, userId, actions, ...period, arena };
      const { events, countedFromMs, omitted, evidence } = await readUserEvents(
        request,
        consistency,
        options,
      );
      const steps = inArena(arena, fatigueInSteps(query, layout, { parts: events.parts, countedFromMs }));
      const vectors = await runInSlices(steps, { clock, signal: options?.signal });
      return { vectors, omitted, evidence };
    });
  };
}
