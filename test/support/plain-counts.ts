/**
 * Reference counts of plain events, as simple as possible: each number by a pass of its own. Shares no code with the
 * product, and is slow on purpose.
 */
import type { NestedCounts } from './counts-of';

export interface PlainEvent {
  readonly action: string;
  readonly timeMs: number;
  readonly ids: Readonly<Record<string, string | undefined>>;
  /** Among duplicates at the same time the one with the smallest tie remains. */
  readonly tie: string;
}

export interface PlainPolicy {
  readonly windowSeconds: number;
  readonly dimensions: readonly string[];
}

export interface PlainQuery {
  readonly actions: readonly string[];
  readonly where: readonly {
    readonly dimension: string;
    readonly ids?: readonly string[];
    readonly orAbsent: boolean;
  }[];
  /** Entities by the dimension of the level. */
  readonly entities: readonly {
    readonly level: string;
    readonly dimension: string;
    readonly ids: readonly string[] | '*';
  }[];
  readonly windows: readonly { readonly name: string; readonly fromMs: number; readonly toMs: number }[];
  readonly groupBy: readonly string[];
}

export function withoutDuplicates(
  events: readonly PlainEvent[],
  policies: Readonly<Record<string, PlainPolicy>>,
): readonly PlainEvent[] {
  const kept = new Map<string, PlainEvent>();
  for (const event of events) {
    const { windowSeconds, dimensions } = policies[event.action]!;
    const window = windowSeconds === 0 ? event.timeMs : Math.floor(event.timeMs / (windowSeconds * 1_000));
    const key = JSON.stringify([event.action, window, dimensions.map((name) => event.ids[name] ?? null)]);
    const other = kept.get(key);
    const isEarlier =
      other === undefined ||
      event.timeMs < other.timeMs ||
      (event.timeMs === other.timeMs && event.tie < other.tie);
    if (isEarlier) kept.set(key, event);
  }
  return [...kept.values()];
}

export function plainCounts(
  events: readonly PlainEvent[],
  query: PlainQuery,
): Record<string, Record<string, NestedCounts>> {
  const asked = events.filter((event) => query.actions.includes(event.action) && holds(event, query));
  return Object.fromEntries(
    query.windows.map(({ name, fromMs, toMs }) => {
      const inWindow = asked.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs);
      const levels = query.entities.map(({ level, dimension, ids }) => {
        const wanted = ids === '*' ? inWindow.map((event) => event.ids[dimension]) : ids;
        const distinct = [...new Set(wanted.filter((id) => id !== undefined))];
        const countOf = (id: string): NestedCounts =>
          grouped(
            inWindow.filter((event) => event.ids[dimension] === id),
            query.groupBy,
          );
        return [level, Object.fromEntries(distinct.map((id) => [id, countOf(id)]))] as const;
      });
      return [name, { total: grouped(inWindow, query.groupBy), ...Object.fromEntries(levels) }];
    }),
  );
}

function holds(event: PlainEvent, { where }: PlainQuery): boolean {
  return where.every(({ dimension, ids, orAbsent }) => {
    const id = event.ids[dimension];
    if (id === undefined) return orAbsent;
    return ids === undefined || ids.includes(id);
  });
}

function grouped(events: readonly PlainEvent[], [key, ...rest]: readonly string[]): NestedCounts {
  if (key === undefined) return events.length;
  const valueOf = (event: PlainEvent): string => (key === 'action' ? event.action : (event.ids[key] ?? ''));
  const values = [...new Set(events.map(valueOf))];
  return Object.fromEntries(
    values.map((value) => [
      value,
      grouped(
        events.filter((event) => valueOf(event) === value),
        rest,
      ),
    ]),
  );
}
