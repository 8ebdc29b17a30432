/**
 * Reference counts, as simple as possible: deliveries are deduplicated by key, the earliest of each remains, then every
 * combination is counted with a pass of its own. Shares no code with the product, and is slow on purpose.
 */
import type { ActionEvent } from '../../src/core/events/event';
import { AD_ACTION, CAMPAIGN_ACTION, fieldOf } from './events';

/** Declaration of an event type, independent of the product's. */
export interface ReferenceType {
  readonly valueOf: (event: ActionEvent, name: string) => string | undefined;
  readonly policies: Readonly<Record<string, { seconds: number; fields: readonly string[] }>>;
  /** Dimension of each level. */
  readonly levels: Readonly<Record<string, string>>;
}

export const AD_REFERENCE: ReferenceType = {
  valueOf: (event, name) => fieldOf(event, name, AD_ACTION.events),
  policies: {
    impression: { seconds: 86_400, fields: ['insertionId'] },
    click: { seconds: 10, fields: ['adId'] },
    view: { seconds: 40, fields: ['campaignId'] },
    save: { seconds: 86_400, fields: ['adId'] },
  },
  levels: { advertiser: 'advertiserId', campaign: 'campaignId', adGroup: 'adGroupId', ad: 'adId' },
};

export const CAMPAIGN_REFERENCE: ReferenceType = {
  valueOf: (event, name) => fieldOf(event, name, CAMPAIGN_ACTION.events),
  policies: {
    view: { seconds: 40, fields: ['campaignId'] },
    click: { seconds: 10, fields: ['campaignId'] },
  },
  levels: { campaign: 'campaignId' },
};

type ReferenceCondition = string[] | '*' | { in: string[]; optional: boolean };

export interface ReferenceQuery {
  userId: string;
  actions: string[];
  where?: Record<string, ReferenceCondition>;
  entities?: Record<string, string[] | '*'>;
  /** Name and bounds, already resolved by the caller. */
  windows: { name: string; fromMs: number; toMs: number }[];
  groupBy?: string[];
}

type Nested = number | { [key: string]: Nested };
type ValueOf = (event: ActionEvent, name: string) => string | undefined;

export function deduplicate(
  deliveries: readonly ActionEvent[],
  { policies, valueOf } = AD_REFERENCE,
): ActionEvent[] {
  const earliest = new Map<string, ActionEvent>();
  for (const event of deliveries) {
    const { seconds, fields } = policies[event.action]!;
    const window = Math.floor(event.eventTimeMs / 1_000 / seconds);
    const key = JSON.stringify([
      event.userId,
      event.action,
      window,
      fields.map((field) => valueOf(event, field)),
    ]);
    const other = earliest.get(key);
    if (other === undefined || event.eventTimeMs < other.eventTimeMs) earliest.set(key, event);
  }
  return [...earliest.values()];
}

export function referenceCounts(
  events: readonly ActionEvent[],
  query: ReferenceQuery,
  { levels, valueOf: valueOfField } = AD_REFERENCE,
): Record<string, unknown> {
  const valueOf: ValueOf = (event, name) => valueOfField(event, levels[name] ?? name);
  const answer: Record<string, unknown> = {};
  for (const window of query.windows) {
    const inWindow = events.filter(
      (event) =>
        event.userId === query.userId &&
        query.actions.includes(event.action) &&
        Object.entries(query.where ?? {}).every(([name, condition]) =>
          passes(valueOf(event, name), condition),
        ) &&
        event.eventTimeMs >= window.fromMs &&
        event.eventTimeMs < window.toMs,
    );
    const counts: Record<string, unknown> = { total: group(inWindow, query.groupBy ?? [], valueOf) };
    for (const [level, ids] of Object.entries(query.entities ?? {})) {
      const occurring = new Set(
        inWindow.map((event) => valueOf(event, level)).filter((id) => id !== undefined),
      );
      const wanted = ids === '*' ? [...occurring] : ids;
      counts[level] = Object.fromEntries(
        wanted.map((id) => [
          id,
          group(
            inWindow.filter((event) => valueOf(event, level) === id),
            query.groupBy ?? [],
            valueOf,
          ),
        ]),
      );
    }
    answer[window.name] = counts;
  }
  return answer;
}

function passes(value: string | undefined, condition: ReferenceCondition): boolean {
  if (condition === '*') return value !== undefined;
  if (Array.isArray(condition)) return value !== undefined && condition.includes(value);
  return value === undefined ? condition.optional : condition.in.includes(value);
}

function group(events: readonly ActionEvent[], keys: string[], valueOf: ValueOf): Nested {
  const [first, ...rest] = keys;
  if (first === undefined) return events.length;
  const labelOf = (event: ActionEvent): string => valueOf(event, first) ?? '';
  const labels = new Set(events.map(labelOf));
  return Object.fromEntries(
    [...labels].map((label) => [
      label,
      group(
        events.filter((event) => labelOf(event) === label),
        rest,
        valueOf,
      ),
    ]),
  );
}
