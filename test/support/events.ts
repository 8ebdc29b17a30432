import type { ActionEvent } from '../../src/core/events/event';
import type { CountQueryRules } from '../../src/core/counting/ad-count-query';
import type { EventCell } from '../../src/core/counting/count-fold';
import type { ActionDeclaration } from '../../src/core/schema';
import { encodeStoredEvent } from '../../src/codec/ad-action';
import { loadSchema } from '../../src/codec/schema-registry';
import { DEFAULTS } from '../../src/defaults';
import { eventQualifier } from '../../src/core/events/dedup-key';

export const DAY_MS = 86_400_000;

/** As declared, but that each save counts: so that there is an action without a dedup window. */
export const ACTIONS: ReadonlyMap<string, ActionDeclaration> = new Map(
  loadSchema()
    .eventDataType()
    .events.actions.map((action) => [action.name, action.name === 'save' ? withoutWindow(action) : action]),
);

function withoutWindow(action: ActionDeclaration): ActionDeclaration {
  return { ...action, dedup: { ...action.dedup, windowSeconds: 0 } };
}

export function eventRules() {
  return {
    actions: ACTIONS,
    idBytesMax: DEFAULTS.events.idBytesMax,
    futureToleranceMs: DEFAULTS.events.futureToleranceMs,
    retentionMs: 400 * DAY_MS,
  };
}

export function queryRules(nowMs: number): CountQueryRules {
  const { futureToleranceMs, idBytesMax } = DEFAULTS.events;
  return { actions: ACTIONS, nowMs, futureToleranceMs, idBytesMax, ...DEFAULTS.counts };
}

export function click(eventTimeMs: number, fields: Partial<ActionEvent> = {}): ActionEvent {
  return { userId: 'u1', action: 'click', adId: 'a1', campaignId: 'c1', ...fields, eventTimeMs };
}

/** The cells that a store holds after these deliveries, in Bigtable's order: columns ascending, newest first. */
export function storedCells(deliveries: readonly ActionEvent[]): EventCell[] {
  const cells = new Map<string, EventCell>();
  for (const event of deliveries) {
    const qualifier = eventQualifier(event, ACTIONS.get(event.action)!);
    const timestampMicros = event.eventTimeMs * 1_000;
    cells.set(`${qualifier.toString('hex')}@${timestampMicros}`, {
      qualifier,
      timestampMicros,
      value: encodeStoredEvent(event),
    });
  }
  return [...cells.values()].sort(
    (a, b) => Buffer.compare(a.qualifier, b.qualifier) || b.timestampMicros - a.timestampMicros,
  );
}
