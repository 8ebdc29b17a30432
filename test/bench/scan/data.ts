/** Generates users who see ads in sessions: the same few ads repeatedly, because campaigns run for weeks. */
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import {
  blockQualifier,
  periodOf,
  WEEK,
  type BlockDays,
  type BlockPeriod,
} from '../../../src/core/blocks/block-column';
import { encodeBlock } from '../../../src/core/blocks/encode-block';
import { mergeEvents } from '../../../src/core/columns/merge-events';
import { readEvents } from '../../../src/core/columns/read-events';
import type { EventCell } from '../../../src/core/columns/event-cell';
import { eventQualifier } from '../../../src/core/events/dedup-key';
import { eventFromNamed, type ActionEvent } from '../../../src/core/events/event';
import { seededRandom, type Random } from '../../../src/platform/random';

export const DAY_MS = 86_400_000;
/** A Thursday, on which weeks of the epoch begin. */
export const FIRST_DAY_MS = 20_762 * DAY_MS;

const schema = loadSchema();
export const AD_ACTION = schema.eventDataType('ad_action');
export const TYPE = AD_ACTION.events;
const codec = schema.eventCodec(AD_ACTION);

export interface ScanUser {
  readonly days: number;
  readonly eventsPerDay: number;
  /** Number of different ads, the first shown far more often than the last. */
  readonly ads: number;
  readonly seed: number;
}

/** Ids of an event, each a field of its message. */
interface AdIds {
  readonly adId: string;
  readonly adGroupId: string;
  readonly campaignId: string;
  readonly advertiserId: string;
}

const EVENTS_PER_SESSION = 11;
const SECONDS_BETWEEN_MAX = 60;
const VIEW_TYPES = ['home_feed', 'search', 'related'] as const;
const CLICK_SHARE = 0.04;

/** Returns events sorted by time. */
export function eventsOfUser({ days, eventsPerDay, ads, seed }: ScanUser): readonly ActionEvent[] {
  const random = seededRandom(seed);
  const shown = adsShown(ads, random);
  const count = days * eventsPerDay;
  const events: ActionEvent[] = [];
  while (events.length < count) {
    const startMs = FIRST_DAY_MS + Math.floor(random() * (days * DAY_MS - EVENTS_PER_SESSION * 2 * 60_000));
    events.push(...session(startMs, { shown, random }));
  }
  return events.slice(0, count).sort((a, b) => a.eventTimeMs - b.eventTimeMs);
}

function session(
  startMs: number,
  { shown, random }: { readonly shown: readonly AdIds[]; readonly random: Random },
): readonly ActionEvent[] {
  const events: ActionEvent[] = [];
  const sessionId = numberId(64, random);
  const viewType = VIEW_TYPES[Math.floor(VIEW_TYPES.length * random() ** 2)]!;
  let eventTimeMs = startMs;
  for (let i = 0; i < EVENTS_PER_SESSION; i++) {
    eventTimeMs += 1 + Math.floor(random() * SECONDS_BETWEEN_MAX * 1_000);
    const ids = shown[Math.floor(shown.length * random() ** 1.5)]!;
    const impression = { ...ids, viewType, sessionId, insertionId: numberId(64, random) };
    events.push(eventFromNamed(TYPE, { userId: 'u', action: 'impression', eventTimeMs, ids: impression }));
    if (random() >= CLICK_SHARE) continue;
    eventTimeMs += 10_000;
    events.push(eventFromNamed(TYPE, { userId: 'u', action: 'click', eventTimeMs, ids: impression }));
  }
  return events;
}

/**
 * Returns ads. Most groups have one ad, and most campaigns one or two groups, each with an id of twelve or thirteen
 * digits.
 */
function adsShown(count: number, random: Random): readonly AdIds[] {
  const ids = { adId: '', adGroupId: '', campaignId: '', advertiserId: '' };
  return Array.from({ length: count }, (_, i) => {
    if (i === 0 || random() < 0.6) ids.advertiserId = numberId(40, random);
    if (i === 0 || random() < 0.7) ids.campaignId = numberId(40, random);
    if (i === 0 || random() < 0.8) ids.adGroupId = numberId(41, random);
    return { ...ids, adId: numberId(40, random) };
  });
}

/** Returns a random number with this many bits. */
function numberId(bits: number, random: Random): string {
  const high = BigInt(Math.floor(random() * 2 ** 32));
  const low = BigInt(Math.floor(random() * 2 ** 32));
  return String(BigInt.asUintN(bits, (high << 32n) | low) | (1n << BigInt(bits - 1)));
}

/** Returns the cells of single events in column order. */
export function rawCells(events: readonly ActionEvent[]): readonly EventCell[] {
  const cells = events.map((event): EventCell => {
    const action = TYPE.actions.find(({ name }) => name === event.action)!;
    const qualifier = eventQualifier(event, action);
    return { qualifier, timestampMicros: event.eventTimeMs * 1_000, value: codec.toStored(event) };
  });
  return cells.sort((a, b) => Buffer.compare(a.qualifier, b.qualifier));
}

/** Packs the same events into a block for each week. */
export function weekBlocks(cells: readonly EventCell[]): readonly EventCell[] {
  return packed(cells, WEEK);
}

/** Packs each period of this many days that has events into a block. */
export function packed(cells: readonly EventCell[], days: BlockDays): readonly EventCell[] {
  const periods = new Map<number, { readonly period: BlockPeriod; readonly cells: EventCell[] }>();
  for (const cell of cells) {
    const period = periodOf(Buffer.from(cell.qualifier).readUInt32BE(0), days);
    const block = periods.get(period.startSeconds) ?? { period, cells: [] };
    block.cells.push(cell);
    periods.set(period.startSeconds, block);
  }
  return [...periods.values()].map((block) => {
    const columns = mergeEvents(readEvents(block.cells, TYPE).parts, TYPE);
    const value = encodeBlock(columns, TYPE);
    const timestampMicros = columns.timesMs.at(-1)! * 1_000;
    return { qualifier: blockQualifier(block.period, value), timestampMicros, value };
  });
}
