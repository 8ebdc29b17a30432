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

/** The columns that have anything of the day, blocks and events whose dedup windows reach into it included; not empty. */
export function daySpans(
  { events }: EventDataType,
  day: CalendarDay,
  nowMs: number,
): readonly QualifierRange[] {
  const period = { actions: events.actions, fromMs: day.startMs, toMs: day.endMs };
  return qualifierRanges(eventRange(period, { countedFromMs: 0, nowMs })!);
}

/** The first so many cells of these columns, from `from` on, in all their versions. */
export function dayFilter(
  family: string,
  spans: readonly QualifierRange[],
  { cellsMax, from }: { readonly cellsMax: number; readonly from?: Buffer },
): Filter {
  const left = from === undefined ? spans : spans.flatMap((span) => behind(span, from));
  const [first, ...others] = left.map(({ start, end }) => qualifierRange({ family, start, end }));
  const columns = others.length === 0 ? first! : interleave(first!, ...others);
  return chain(columns, cellsPerRowLimit(cellsMax));
}

function behind({ start, end }: QualifierRange, from: Buffer): QualifierRange[] {
  if (from.compare(end) >= 0) return [];
  return [{ start: from.compare(start) > 0 ? from : start, end }];
}

/** The names of blocks in these columns: the columns that have 0 where single events have their action. */
export function blockNamesFilter(family: string, spans: readonly QualifierRange[]): Filter {
  const first = spans[0]!.start.readUInt32BE();
  const last = spans.at(-1)!.end.readUInt32BE();
  const days: Filter[] = [];
  for (let seconds = first; seconds < last; seconds += SECONDS_PER_DAY) {
    const start = Buffer.concat([secondsPrefix(seconds), Buffer.of(0)]);
    days.push(qualifierRange({ family, start, end: Buffer.concat([secondsPrefix(seconds), Buffer.of(1)]) }));
  }
  const [day, ...others] = days;
  return chain(others.length === 0 ? day! : interleave(day!, ...others), stripValue());
}

const SECONDS_PER_DAY = 86_400;
