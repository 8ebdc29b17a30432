import { runToCompletion } from '../../../../src/core/shared/steps';
import type { EventColumns } from '../../../../src/core/columns/event-columns';
import type { StoredEvents } from '../../../../src/core/columns/read-events';
import { SUMMED_EVENTS_MAX } from '../../../../src/core/features/decay-sums';
import { parseFatigueQuery } from '../../../../src/core/features/parse-fatigue-query';
import { FeatureSpecCache } from '../../../../src/core/features/feature-spec-cache';
import { DEFAULTS } from '../../../../src/config/defaults';
import {
  createExportFeatures,
  type ExportedFeatures,
} from '../../../../src/operations/features/export-features';
import {
  NO_CELLS,
  NO_EVENTS,
  withoutRead,
  type UserEvents,
} from '../../../../src/operations/events/read-user-events';
import { AD_ACTION } from '../../../support/events';
import { plainColumns } from '../../../support/plain-columns';

const NOW = Date.UTC(2026, 10, 21);
const rules = { ...DEFAULTS.events, ...DEFAULTS.counts, ...DEFAULTS.features, nowMs: NOW };
const prepared = new FeatureSpecCache({ ...rules, eventDataType: () => AD_ACTION }, 1).get({});

/** Packed events may exceed the limit of single cells. */
function events(count: number): StoredEvents {
  const none: EventColumns = plainColumns([], AD_ACTION.events);
  return { ...NO_EVENTS, parts: [{ ...none, count, timesMs: new Float64Array(count) }] };
}

it('a user with too many events for a single query is rejected without failing other users of the batch', async () => {
  const countOf = (userId: string): number => (userId === 'calm' ? 1 : SUMMED_EVENTS_MAX + 1);
  const of = (userId: string): UserEvents => {
    const read = { readAtMs: NOW, countedFromMs: 0, range: undefined, ...withoutRead({ level: 'eventual' }) };
    return { ...read, extraCells: NO_CELLS, omitted: [], decodeMs: 0, events: events(countOf(userId)) };
  };
  const exportFeatures = createExportFeatures({
    // A single query of `busy` has no more than one event: the others are of other times.
    readUserEvents: ({ userId }) => Promise.resolve(of(userId === 'busy' ? 'calm' : userId)),
    readUserEventsBatch: ({ userIds }, take) => {
      userIds.forEach((userId, at) => runToCompletion(take(at, of(userId), 0)));
      return Promise.resolve(of('calm'));
    },
  });
  const queries = ['bot', 'busy', 'calm'].map((userId) =>
    parseFatigueQuery({ userId, candidates: [{ adId: '1' }] }, prepared, rules),
  );
  const outcome = (answer: ExportedFeatures): string => ('vectors' in answer ? 'exported' : answer.code);
  const answers = await exportFeatures(queries, prepared);
  expect(answers.map(outcome)).toEqual(['too_many_events', 'exported', 'exported']);
});
