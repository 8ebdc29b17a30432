/** A straightforward implementation: events are objects, counters are Maps, and each event is processed once. */
import type { CountedQuery } from '../../../src/core/counts/count-query';
import { dedupWindowStartSeconds } from '../../../src/core/events/dedup-key';
import type { ActionEvent } from '../../../src/core/events/event';
import { TYPE } from './data';

export interface PlainEvent {
  readonly action: string;
  readonly timeMs: number;
  readonly viewType: string;
  readonly adId: string;
  readonly adGroupId: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly insertionId: string;
}

export function plainEvents(events: readonly ActionEvent[]): readonly PlainEvent[] {
  const [viewType, adId, adGroupId, campaignId, advertiserId, insertionId] = TYPE.dimensions.map(
    ({ index }) => index,
  );
  return events.map(({ action, eventTimeMs, dimensions: ids }) => ({
    action,
    timeMs: eventTimeMs,
    viewType: ids[viewType!]!,
    adId: ids[adId!]!,
    adGroupId: ids[adGroupId!]!,
    campaignId: ids[campaignId!]!,
    advertiserId: ids[advertiserId!]!,
    insertionId: ids[insertionId!]!,
  }));
}

/** Counts of one window by level and id. */
export interface PlainCounts {
  total: number;
  readonly levels: readonly Map<string, number>[];
}

type IdField = 'adId' | 'adGroupId' | 'campaignId' | 'advertiserId';

export function countPlainly(events: Iterable<PlainEvent>, query: CountedQuery): readonly PlainCounts[] {
  const actions = new Set(query.actions.map(({ name }) => name));
  const ids = query.where[0]?.ids;
  const viewTypes = ids === undefined ? undefined : new Set(ids);
  const fields = query.entities.map(({ level }) => level.dimension.name as IdField);
  const counts = query.windows.map((): PlainCounts => {
    return { total: 0, levels: query.entities.map(({ ids }) => new Map([...ids].map((id) => [id, 0]))) };
  });
  for (const event of events) {
    if (!actions.has(event.action) || viewTypes?.has(event.viewType) === false) continue;
    query.windows.forEach(({ fromMs, toMs }, i) => {
      if (event.timeMs < fromMs || event.timeMs >= toMs) return;
      const window = counts[i]!;
      window.total++;
      window.levels.forEach((level, l) => {
        const id = event[fields[l]!];
        const count = level.get(id);
        if (count !== undefined) level.set(id, count + 1);
      });
    });
  }
  return counts;
}

/** Selects the earliest event of each dedup key, which single events need before counting. */
export function deduplicatePlainly(events: readonly PlainEvent[]): Iterable<PlainEvent> {
  const policies = new Map(TYPE.actions.map(({ name, dedup }) => [name, dedup]));
  const earliest = new Map<string, PlainEvent>();
  for (const event of events) {
    const { dimensions, windowSeconds } = policies.get(event.action)!;
    const ids = dimensions.map(({ name }) => event[name as keyof PlainEvent]).join('|');
    const key = `${event.action}|${dedupWindowStartSeconds(event.timeMs, windowSeconds)}|${ids}`;
    const other = earliest.get(key);
    if (other === undefined || event.timeMs < other.timeMs) earliest.set(key, event);
  }
  return earliest.values();
}
