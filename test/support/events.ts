import { loadSchema } from '../../src/codec/declarations/schema-registry';
import type { EventCell } from '../../src/core/columns/event-cell';
import { eventQualifier } from '../../src/core/events/dedup-key';
import { eventFromNamed, type ActionEvent } from '../../src/core/events/event';
import type { EventRules } from '../../src/core/events/validate-event';
import type { ActionDeclaration, EventType } from '../../src/core/schema/schema';
import { DEFAULTS } from '../../src/config/defaults';

export const DAY_MS = 86_400_000;

const schema = loadSchema();
/** The default event type as declared. */
export const AD_ACTION = schema.eventDataType('ad_action');
export const CAMPAIGN_ACTION = schema.eventDataType('campaign_action');
const codec = schema.eventCodec(AD_ACTION);

/** The declared type with every save counting, so that it has an action without a dedup window. */
export const ACTIONS: ReadonlyMap<string, ActionDeclaration> = new Map(
  AD_ACTION.events.actions.map((action) => [
    action.name,
    action.name === 'save' ? withoutWindow(action) : action,
  ]),
);

function withoutWindow(action: ActionDeclaration): ActionDeclaration {
  return { ...action, dedup: { ...action.dedup, windowSeconds: 0 } };
}

export function eventRules(): EventRules {
  return {
    type: AD_ACTION.events,
    actions: ACTIONS,
    idBytesMax: DEFAULTS.events.idBytesMax,
    futureToleranceMs: DEFAULTS.events.futureToleranceMs,
    retentionMs: 400 * DAY_MS,
  };
}

/** Fields of an ad action by name. */
export interface AdFields {
  readonly userId?: string;
  readonly action?: string;
  readonly eventTimeMs?: number;
  readonly viewType?: string;
  readonly adId?: string;
  readonly adGroupId?: string;
  readonly campaignId?: string;
  readonly advertiserId?: string;
  readonly insertionId?: string;
  readonly sessionId?: string;
}

export function adEvent({ userId = 'u1', action = 'click', eventTimeMs = 0, ...ids }: AdFields): ActionEvent {
  return eventFromNamed(AD_ACTION.events, { userId, action, eventTimeMs, ids });
}

/** A click of u1 on a1 of c1, unless fields are given. */
export function click(eventTimeMs: number, fields: AdFields = {}): ActionEvent {
  return adEvent({ adId: 'a1', campaignId: 'c1', ...fields, eventTimeMs });
}

/** Returns the event with other ids; ids given as undefined are removed. */
export function withIds(event: ActionEvent, ids: AdFields): ActionEvent {
  const dimensions = AD_ACTION.events.dimensions.map(({ name, index }) =>
    name in ids ? (ids as Record<string, string | undefined>)[name] : event.dimensions[index],
  );
  return { ...event, dimensions };
}

/** Returns the event's value of a dimension, or its action. */
export function fieldOf(
  event: ActionEvent,
  name: string,
  type: EventType = AD_ACTION.events,
): string | undefined {
  if (name === 'action') return event.action;
  return event.dimensions[type.dimensions.find((dimension) => dimension.name === name)!.index];
}

/** Returns the event in its JSON form. */
export function jsonOf(
  { userId, action, eventTimeMs, dimensions }: ActionEvent,
  type: EventType = AD_ACTION.events,
): Record<string, unknown> {
  const ids = type.dimensions.map(({ name, index }) => [name, dimensions[index]] as const);
  const [user, does, time] = [type.user.name, type.action.name, type.time.name];
  return { [user]: userId, [does]: action, [time]: eventTimeMs, ...Object.fromEntries(ids) };
}

/** Returns ingest inputs of ad actions. */
export function inputsOf(events: readonly ActionEvent[]) {
  return events.map((event) => ({ event, dataType: AD_ACTION }));
}

/** Returns one serialized `AdAction`, as producers publish it. */
export function encodeEvent(event: ActionEvent): Buffer {
  return codec.toProtobuf(event);
}

/** Returns the value of the event's cell. */
export function encodeStoredEvent(event: ActionEvent): Buffer {
  return codec.toStored(event);
}

/**
 * Returns the cells that a store has after these deliveries, in Bigtable's order: columns ascending, newest first.
 */
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
