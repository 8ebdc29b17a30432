/**
 * What counts must be, said as plainly as possible: the deliveries deduplicated by their key, the earliest of each
 * kept, then every combination counted with its own pass. Shares no code with the product; slow on purpose.
 */
import type { ActionEvent } from '../../src/core/events/event';
import { fieldOf } from './events';

const POLICIES: Record<string, { seconds: number; fields: string[] }> = {
  impression: { seconds: 86_400, fields: ['insertionId'] },
  click: { seconds: 10, fields: ['adId'] },
  view: { seconds: 40, fields: ['campaignId'] },
  save: { seconds: 86_400, fields: ['adId'] },
};

const FIELD_OF: Record<string, string> = {
  action: 'action',
  viewType: 'viewType',
  advertiser: 'advertiserId',
  campaign: 'campaignId',
  adGroup: 'adGroupId',
  ad: 'adId',
  insertionId: 'insertionId',
  sessionId: 'sessionId',
};

export interface ReferenceQuery {
  userId: string;
  actions: string[];
  viewTypes?: string[];
  entities?: Record<string, string[] | '*'>;
  /** Name and bounds, already worked out by whoever asks. */
  windows: { name: string; fromMs: number; toMs: number }[];
  groupBy?: string[];
}

type Nested = number | { [key: string]: Nested };

export function deduplicate(deliveries: readonly ActionEvent[]): ActionEvent[] {
  const earliest = new Map<string, ActionEvent>();
  for (const event of deliveries) {
    const { seconds, fields } = POLICIES[event.action]!;
    const window = Math.floor(event.eventTimeMs / 1_000 / seconds);
    const key = JSON.stringify([
      event.userId,
      event.action,
      window,
      fields.map((field) => fieldOf(event, field)),
    ]);
    const other = earliest.get(key);
    if (other === undefined || event.eventTimeMs < other.eventTimeMs) earliest.set(key, event);
  }
  return [...earliest.values()];
}

export function referenceCounts(
  events: readonly ActionEvent[],
  query: ReferenceQuery,
): Record<string, unknown> {
  const answer: Record<string, unknown> = {};
  for (const window of query.windows) {
    const inWindow = events.filter(
      (event) =>
        event.userId === query.userId &&
        query.actions.includes(event.action) &&
        (query.viewTypes === undefined || query.viewTypes.includes(fieldOf(event, 'viewType')!)) &&
        event.eventTimeMs >= window.fromMs &&
        event.eventTimeMs < window.toMs,
    );
    const counts: Record<string, unknown> = { total: group(inWindow, query.groupBy ?? []) };
    for (const [level, ids] of Object.entries(query.entities ?? {})) {
      const field = FIELD_OF[level]!;
      const occurring = new Set(
        inWindow.map((event) => fieldOf(event, field)).filter((id) => id !== undefined),
      );
      const wanted = ids === '*' ? [...occurring] : ids;
      counts[level] = Object.fromEntries(
        wanted.map((id) => [
          id,
          group(
            inWindow.filter((event) => fieldOf(event, field) === id),
            query.groupBy ?? [],
          ),
        ]),
      );
    }
    answer[window.name] = counts;
  }
  return answer;
}

function group(events: readonly ActionEvent[], dimensions: string[]): Nested {
  const [first, ...rest] = dimensions;
  if (first === undefined) return events.length;
  const valueOf = (event: ActionEvent): string => fieldOf(event, FIELD_OF[first]!) ?? '';
  const values = new Set(events.map(valueOf));
  return Object.fromEntries(
    [...values].map((value) => [
      value,
      group(
        events.filter((event) => valueOf(event) === value),
        rest,
      ),
    ]),
  );
}
