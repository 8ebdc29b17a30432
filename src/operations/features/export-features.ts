import type { CallOptions } from '../../bigtable/client/types';
import { EVENTUAL } from '../../core/consistency/consistency';
import { fatigueFeatures, type StoredParts } from '../../core/features/fatigue-features';
import type { FatigueQuery } from '../../core/features/feature-spec';
import type { CompiledFeatureSpec } from '../../core/features/feature-spec-cache';
import { appendAll } from '../../core/shared/lists';
import { TidemarkError } from '../../errors';
import type { ReadUserEvents } from '../events/read-user-events';
import type { ReadUserEventsBatch } from '../events/read-user-events-batch';

/** One query's vectors, or why there are none. */
export type ExportedFeatures =
  | {
      readonly vectors: Float32Array;
      /** Whether the query looks back beyond what is retained now: when it was new, there may have been more. */
      readonly truncated: boolean;
    }
  | TidemarkError;

/** One for each query, in their order. Throws what failed reads throw. */
export type ExportFeatures = (
  queries: readonly FatigueQuery[],
  prepared: CompiledFeatureSpec,
  options?: CallOptions,
) => Promise<readonly ExportedFeatures[]>;

export interface ExportFeaturesDependencies {
  readonly readUserEvents: ReadUserEvents;
  readonly readUserEventsBatch: ReadUserEventsBatch;
}

/**
 * Features of many users, each as of a moment of its own, as a request at that moment would have been answered: the users are
 * read together, once each however many queries are about them, and what came after a query's moment is not seen.
 */
export function createExportFeatures(dependencies: ExportFeaturesDependencies): ExportFeatures {
  const { readUserEvents, readUserEventsBatch: readUsersEvents } = dependencies;
  return async (queries, prepared, options) => {
    const { spec, layout } = prepared;
    const { dataType, actions } = spec;
    const ofUsers = placesByUser(queries);
    const answers: ExportedFeatures[] = [];
    const again: number[] = [];
    const request = { dataType, actions, userIds: [...ofUsers.keys()], ...periodOf(queries) };
    const places = [...ofUsers.values()];
    await readUsersEvents(
      request,
      function* (user, found, countedFromMs) {
        // A user may have too many events for the moments of all, and not for one.
        if (found instanceof TidemarkError) return void appendAll(again, places[user]!);
        const stored = { parts: found.events.parts, countedFromMs };
        for (const place of places[user]!) {
          const answer = featuresOf(queries[place]!, prepared, stored);
          if (answer instanceof TidemarkError) again.push(place);
          else answers[place] = answer;
          yield;
        }
      },
      EVENTUAL,
      options,
    );
    for (const place of again) {
      const query = queries[place]!;
      const alone = { dataType, actions, userId: query.userId, ...periodOf([query]) };
      answers[place] = await readUserEvents(alone, EVENTUAL, options).then(
        ({ events, countedFromMs }) =>
          featuresOf(query, { spec, layout }, { parts: events.parts, countedFromMs }),
        asTooMany,
      );
    }
    return answers;
  };
}

function featuresOf(
  query: FatigueQuery,
  { layout, spec }: CompiledFeatureSpec,
  stored: StoredParts,
): ExportedFeatures {
  const truncated = query.asOfMs - spec.lookbackMs < stored.countedFromMs;
  try {
    return { vectors: fatigueFeatures(query, layout, stored), truncated };
  } catch (error) {
    return asTooMany(error);
  }
}

/** Where each user's queries stand. */
function placesByUser(queries: readonly FatigueQuery[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  queries.forEach(({ userId }, place) => {
    const others = places.get(userId);
    if (others === undefined) places.set(userId, [place]);
    else others.push(place);
  });
  return places;
}

function periodOf(queries: readonly FatigueQuery[]): { readonly fromMs: number; readonly toMs: number } {
  let [fromMs, toMs] = [Infinity, 0];
  for (const { asOfMs, spec } of queries) {
    fromMs = Math.min(fromMs, asOfMs - spec.lookbackMs);
    toMs = Math.max(toMs, asOfMs);
  }
  return { fromMs: Math.max(0, fromMs), toMs };
}

function asTooMany(error: unknown): TidemarkError {
  if (error instanceof TidemarkError && error.code === 'too_many_events') return error;
  throw error;
}
