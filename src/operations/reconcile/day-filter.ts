import { cellsPerRowLimit, chain, interleave, qualifierRange, stripValue } from '../../bigtable/read/filters';
import type { Filter } from '../../bigtable/client/types';
import type { CalendarDay } from '../../core/time/calendar-day';
import {
  qualifierRanges,
  eventRange,
  secondsPrefix,
  type QualifierRange,
} from '../../core/counts/event-range';
import type { EventDataType } from '../../core/schema/schema';

/**
 * Returns the column spans with data of the day, including blocks and events whose dedup windows overlap it. Never
 * empty.
 */
export function daySpans(
  { events }: EventDataType,
  day: CalendarDay,
  nowMs: number,
): readonly QualifierRange[] {
  const period = { actions: events.actions, fromMs: day.startMs, toMs: day.endMs };
  return qualifierRanges(eventRange(period, { countedFromMs: 0, nowMs })!);
}

/** Returns a filter for the first `cellsMax` cells of these columns from `from` on, in all versions. */
export function dayFilter(
  family: string,
  spans: readonly QualifierRange[],
  { cellsMax, from }: { readonly cellsMax: number; readonly from?: Buffer | undefined },
): Filter {
  const remaining = from === undefined ? spans : spans.flatMap((span) => after(span, from));
  const [first, ...others] = remaining.map(({ start, end }) => qualifierRange({ family, start, end }));
  const columns = others.length === 0 ? first! : interleave(first!, ...others);
  return chain(columns, cellsPerRowLimit(cellsMax));
}

function after({ start, end }: QualifierRange, from: Buffer): QualifierRange[] {
  if (from.compare(end) >= 0) return [];
  return [{ start: from.compare(start) > 0 ? from : start, end }];
}

/** Returns a filter for the qualifiers of blocks in these columns: those with 0 in place of the action. */
export function blockNamesFilter(family: string, spans: readonly QualifierRange[]): Filter {
  const first = spans[0]!.start.readUInt32BE();
  const { end } = spans.at(-1)!;
  const days: Filter[] = [];
  for (let seconds = first; secondsPrefix(seconds).compare(end) < 0; seconds += SECONDS_PER_DAY) {
    const start = Buffer.concat([secondsPrefix(seconds), Buffer.of(0)]);
    days.push(qualifierRange({ family, start, end: Buffer.concat([secondsPrefix(seconds), Buffer.of(1)]) }));
  }
  const [day, ...others] = days;
  return chain(others.length === 0 ? day! : interleave(day!, ...others), stripValue());
}

const SECONDS_PER_DAY = 86_400;
