import type { CallOptions } from '../../bigtable/client/types';
import { EVENTUAL } from '../../core/consistency/consistency';
import { fatigueFeatures, type StoredParts } from '../../core/features/fatigue-features';
import type { FatigueQuery } from '../../core/features/feature-spec';
import type { CompiledFeatureSpec } from '../../core/features/feature-spec-cache';
import type { Omission } from '../../core/privacy/omissions';
import { appendAll } from '../../core/shared/lists';
import { TidemarkError } from '../../errors';
import type { ReadUserEvents } from '../events/read-user-events';
import type { ReadUserEventsBatch } from '../events/read-user-events-batch';

/** Vectors of one query, or its error. */
export type ExportedFeatures =
  | {
      readonly vectors: Float32Array;
      /** Whether the query looks back beyond today's retention: there may have been more events at its time. */
      readonly truncated: boolean;
    }
  | TidemarkError;

/** Returns one result for each query, in order. Throws the errors of failed reads. */
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
 * Returns an operation that computes the features of many users, each as of its own time, exactly as a request at
 * that time would have returned them. Users are read together, each one once for all its queries, and events after a
 * query's time are ignored.
 */
export function createExportFeatures(dependencies: ExportFeaturesDependencies): ExportFeatures {
  const { readUserEvents, readUserEventsBatch } = dependencies;
  return async (queries, prepared, options) => {
    const { spec, layout } = prepared;
    const { dataType, actions } = spec;
    const indexesByUser = groupByUser(queries);
    const answers: ExportedFeatures[] = [];
    const retried: number[] = [];
    const request = { dataType, actions, userIds: [...indexesByUser.keys()], ...periodOf(queries) };
    const indexLists = [...indexesByUser.values()];
    await readUserEventsBatch(
      request,
      // One for each batch of users of a job: what it keeps is little.
      // oxlint-disable-next-line tidemark/no-generator-expressions
      function* (user, found, countedFromMs) {
        // A user may have too many events for all query times together but not for a single one.
        if (found instanceof TidemarkError) return void appendAll(retried, indexLists[user]!);
        const rejection = notAllowed(found.omitted);
        const stored = { parts: found.events.parts, countedFromMs };
        for (const index of indexLists[user]!) {
          const answer = rejection ?? featuresOf(queries[index]!, prepared, stored);
          if (answer instanceof TidemarkError && answer !== rejection) retried.push(index);
          else answers[index] = answer;
          yield;
        }
      },
      EVENTUAL,
      options,
    );
    for (const index of retried) {
      const query = queries[index]!;
      const request = { dataType, actions, userId: query.userId, ...periodOf([query]) };
      answers[index] = await readUserEvents(request, EVENTUAL, options).then(
        ({ events, countedFromMs, omitted }) =>
          notAllowed(omitted) ?? featuresOf(query, { spec, layout }, { parts: events.parts, countedFromMs }),
        asTooMany,
      );
    }
    return answers;
  };
}

/** Returns the error of a user who has not allowed the purpose: features without events would teach a model nonsense. */
function notAllowed([omission]: readonly Omission[]): TidemarkError | undefined {
  if (omission === undefined) return undefined;
  const { dataType, purpose } = omission;
  return new TidemarkError('no_consent', `the user has not allowed ${purpose}, the purpose of ${dataType}`, {
    field: 'userId',
  });
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

/** Returns the indexes of the queries of each user. */
function groupByUser(queries: readonly FatigueQuery[]): Map<string, number[]> {
  const indexLists = new Map<string, number[]>();
  queries.forEach(({ userId }, index) => {
    const others = indexLists.get(userId);
    if (others === undefined) indexLists.set(userId, [index]);
    else others.push(index);
  });
  return indexLists;
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
