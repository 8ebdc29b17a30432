import type { RowMutations } from '../../../src/bigtable/client/types';
import { setCell } from '../../../src/bigtable/write/mutations';
import { eventQualifier } from '../../../src/core/events/dedup-key';
import type { ActionEvent } from '../../../src/core/events/event';
import { rowKey } from '../../../src/core/rows/row-key';
import { ACTIONS, AD_ACTION, adEvent, encodeEvent, encodeStoredEvent } from '../../support/events';

/** Some events, the same wherever they are asked for. */
export interface EventSet {
  /** Distinguishes its users from those of others. */
  readonly name: string;
  readonly users: number;
  /** Events before these have other numbers: later rounds add to the same users. */
  readonly first: number;
  readonly count: number;
  /** All events lie before, within some 30 days. */
  readonly endMs: number;
}

export const TABLE = AD_ACTION.corpus;
export const FAMILY = AD_ACTION.family;
export const PROJECT = 'tidemark';
/** Batch size of the consumer. */
export const BATCH_EVENTS = 1_000;

const SPREAD_MS = 30 * 86_400_000;
/** A step that meets every millisecond of the spread before it meets one twice. */
const STEP_MS = 7_919_993;

/** Three quarters of them impressions; all of different dedup keys but for one in fifty, which is delivered twice. */
export function eventsOf({ name, users, first, count, endMs }: EventSet): ActionEvent[] {
  return Array.from({ length: count }, (_, i) => {
    const number = i % 50 === 49 ? first + i - 1 : first + i;
    return eventOf(number, `${name}-${number % users}`, endMs);
  });
}

function eventOf(number: number, userId: string, endMs: number): ActionEvent {
  const ad = 1_000_000 + (number % 997);
  return adEvent({
    userId,
    action: number % 4 === 3 ? 'click' : 'impression',
    eventTimeMs: endMs - 1 - ((number * STEP_MS) % SPREAD_MS),
    adId: `${ad}`,
    adGroupId: `${ad >> 2}`,
    campaignId: `${ad >> 4}`,
    advertiserId: `${ad >> 6}`,
    viewType: ['home_feed', 'search', 'related'][number % 3]!,
    insertionId: `${4_000_000_000_000 + number}`,
  });
}

/** Messages as producers publish them: one event each, or batches of several. */
export function messagesOf(
  events: readonly ActionEvent[],
  perMessage: number,
): { readonly data: Buffer; readonly attributes: Record<string, string> }[] {
  if (perMessage === 1) return events.map((event) => ({ data: encodeEvent(event), attributes: {} }));
  const attributes = { 'content-type': 'application/x-protobuf; messageType=tidemark.v1.AdActionBatch' };
  return chunked(events, perMessage).map((batch) => ({ data: encodeBatch(batch), attributes }));
}

/** The rows that these events are written to, cell for cell what ingestion writes but for its watermarks. */
export function rowsOf(events: readonly ActionEvent[]): RowMutations[] {
  const rows = new Map<string, { key: Buffer; mutations: RowMutations['mutations'][number][] }>();
  for (const event of events) {
    const { userId, eventTimeMs } = event;
    const row = rows.get(userId) ?? { key: rowKey(userId), mutations: [] };
    rows.set(userId, row);
    const qualifier = eventQualifier(event, ACTIONS.get(event.action)!);
    row.mutations.push(setCell(FAMILY, qualifier, eventTimeMs * 1_000, encodeStoredEvent(event)));
  }
  return [...rows.values()];
}

export function chunked<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

function encodeBatch(events: readonly ActionEvent[]): Buffer {
  return Buffer.concat(
    events.map((event) => {
      const bytes = encodeEvent(event);
      // Field 1; an event is shorter than 2^14 bytes.
      const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7];
      return Buffer.concat([Buffer.from([0x0a, ...length]), bytes]);
    }),
  );
}
