/** Timeline of a user's events: which of them count, and where they are stored. */
import type { ServerSchema, SubjectExportLine } from '../../../client';

export type ExportedEvent = Extract<SubjectExportLine, { readonly type: 'event' }>;
type DataType = ServerSchema['corpora'][number]['dataTypes'][number];
type EventType = NonNullable<DataType['events']>;

export interface TimelineEvent {
  readonly dataType: string;
  /** `(unreadable)` if the schema cannot read the event. */
  readonly action: string;
  readonly timeMs: number;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly isPacked: boolean;
  /** Whether an earlier event of the same dedup window counts instead. */
  readonly isDuplicate: boolean;
  /** Why reads do not return the event. Undefined: they do. */
  readonly hidden: string | undefined;
}

const MS_PER_SECOND = 1_000;

/**
 * Returns the events, the latest first, with duplicates marked as counts treat them: of the events with equal dedup
 * dimensions in one window, the earliest counts. Hidden events count neither way.
 */
export function timelineOf(
  lines: readonly ExportedEvent[],
  types: readonly DataType[],
): readonly TimelineEvent[] {
  const byFamily = new Map(types.map(({ family, events }) => [family, events]));
  const events = lines.map((line) => ({ line, key: dedupKey(line, byFamily.get(line.dataType)) }));
  const first = new Map<string, ExportedEvent>();
  for (const { line, key } of events) {
    if (key === undefined || line.hidden !== undefined) continue;
    const known = first.get(key);
    if (known === undefined || line.timestampMs < known.timestampMs) first.set(key, line);
  }
  return events
    .map(({ line, key }) => ({
      dataType: line.dataType,
      action: line.action ?? '(unreadable)',
      timeMs: line.timestampMs,
      dimensions: presentOf(line.dimensions ?? {}),
      isPacked: line.storedIn === 'block',
      isDuplicate: line.hidden === undefined && key !== undefined && first.get(key) !== line,
      hidden: line.hidden,
    }))
    .sort((a, b) => b.timeMs - a.timeMs);
}

/** Events with equal keys are duplicates. Undefined for events that the schema cannot read. */
function dedupKey(line: ExportedEvent, type: EventType | undefined): string | undefined {
  const dedup = type?.actions.find(({ name }) => name === line.action)?.dedup;
  if (dedup === undefined) return undefined;
  const seconds = Math.floor(line.timestampMs / MS_PER_SECOND);
  const { windowSeconds } = dedup;
  const window = windowSeconds === 0 ? line.timestampMs : seconds - (seconds % windowSeconds);
  const ids = dedup.dimensions.map((name) => line.dimensions?.[name] ?? '');
  return JSON.stringify([line.dataType, line.action, window, ...ids]);
}

function presentOf(
  dimensions: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(dimensions).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Events of one action in equal parts of the time span. */
export interface Lane {
  readonly name: string;
  readonly bins: readonly Bin[];
  readonly total: number;
}

interface Bin {
  readonly raw: number;
  readonly packed: number;
  /** Duplicates and hidden events, which do not count. */
  readonly uncounted: number;
}

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns the lanes by DataType and action, the most frequent first. */
export function lanesOf(
  events: readonly TimelineEvent[],
  { fromMs, toMs }: Span,
  binCount: number,
): readonly Lane[] {
  const lanes = new Map<string, { raw: number; packed: number; uncounted: number }[]>();
  const widthMs = Math.max(1, (toMs - fromMs) / binCount);
  for (const event of events) {
    if (event.timeMs < fromMs || event.timeMs > toMs) continue;
    const name = `${event.dataType} · ${event.action}`;
    let bins = lanes.get(name);
    if (bins === undefined) lanes.set(name, (bins = emptyBins(binCount)));
    const bin = bins[Math.min(binCount - 1, Math.floor((event.timeMs - fromMs) / widthMs))]!;
    if (event.isDuplicate || event.hidden !== undefined) bin.uncounted++;
    else if (event.isPacked) bin.packed++;
    else bin.raw++;
  }
  return [...lanes]
    .map(([name, bins]) => ({ name, bins, total: bins.reduce((sum, bin) => sum + heightOf(bin), 0) }))
    .sort((a, b) => b.total - a.total);
}

const emptyBins = (count: number) =>
  Array.from({ length: count }, () => ({ raw: 0, packed: 0, uncounted: 0 }));

/** Returns the number of all events of a part. */
export function heightOf({ raw, packed, uncounted }: Bin): number {
  return raw + packed + uncounted;
}

/** Steps of a time axis, in milliseconds. */
const STEPS_MS = [1, 5, 15, 60, 360, 1_440, 2_880, 10_080, 40_320, 131_040].map(
  (minutes) => minutes * 60_000,
);

/** Returns times for the labels of an axis: multiples of a step in UTC, at most `countMax`. */
export function timeTicks({ fromMs, toMs }: Span, countMax: number): readonly number[] {
  const step =
    STEPS_MS.find((each) => (toMs - fromMs) / each <= countMax) ?? Math.ceil((toMs - fromMs) / countMax);
  const first = Math.ceil(fromMs / step) * step;
  return Array.from(
    { length: Math.max(0, Math.floor((toMs - first) / step) + 1) },
    (_, at) => first + at * step,
  );
}

/** Returns the text of a tick: with the time of the day if the span is short. */
export function tickText(ms: number, { fromMs, toMs }: Span): string {
  const iso = new Date(ms).toISOString();
  return toMs - fromMs <= 3 * 86_400_000 ? `${iso.slice(5, 10)} ${iso.slice(11, 16)}` : iso.slice(5, 10);
}
