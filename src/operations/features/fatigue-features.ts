import type { CallOptions } from '../../bigtable/client/types';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import { fatigueInSteps } from '../../core/features/fatigue-features';
import type { FeatureLayout } from '../../core/features/feature-layout';
import type { FatigueQuery } from '../../core/features/feature-spec';
import type { Clock } from '../../platform/time/clock';
import { runInSlices } from '../../platform/tasks/time-slices';
import type { ReadUserEvents } from '../events/read-user-events';

export interface FatigueRequest {
  readonly query: FatigueQuery;
  readonly layout: FeatureLayout;
  readonly consistency: Consistency;
}

export interface FatigueAnswer {
  /** Those of the candidates in the query's order, one after the other, each as long as the layout has names. */
  readonly vectors: Float32Array;
  readonly evidence: ReadEvidence;
}

/** Throws `too_many_events` for a user with more than one read takes, and what failed reads throw. */
export type FatigueFeatures = (request: FatigueRequest, options?: CallOptions) => Promise<FatigueAnswer>;

/** Features of one user's candidates: one read of one row, one pass over its events. */
export function createFatigueFeatures(readUserEvents: ReadUserEvents, clock: Clock): FatigueFeatures {
  return async ({ query, layout, consistency }, options) => {
    const { spec, userId, asOfMs } = query;
    const { dataType, actions, lookbackMs } = spec;
    const wanted = { dataType, userId, actions, fromMs: Math.max(0, asOfMs - lookbackMs), toMs: asOfMs };
    const { events, countedFromMs, evidence } = await readUserEvents(wanted, consistency, options);
    const steps = fatigueInSteps(query, layout, { parts: events.parts, countedFromMs });
    return { vectors: await runInSlices(steps, { clock, signal: options?.signal }), evidence };
  };
}
