import { useMemo, useState } from 'preact/hooks';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { DataTable, type Column } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { Loaded } from '../../components/loaded';
import { Panel } from '../../components/panel';
import { utcTime, wholeNumber } from '../../data/format';
import type { Resource } from '../../data/resource';
import type { DataType } from '../../data/schema';
import type { SubjectData } from './subject-data';
import { timelineOf, type Span, type TimelineEvent } from './timeline';
import { TimelineDrawing } from './timeline-drawing';

const DAY_MS = 86_400_000;
/** Rows of the table at first, and that each "Show more" adds. */
const ROWS = 10;

const RANGES = [
  { name: 'All', days: undefined },
  { name: '30 days', days: 30 },
  { name: '7 days', days: 7 },
  { name: '24 hours', days: 1 },
] as const;

interface TimelinePanelProps {
  readonly subject: Resource<SubjectData>;
  readonly types: readonly DataType[];
}

/** All events of a user over time: raw, packed, duplicates and hidden ones. */
export function TimelinePanel({ subject, types }: TimelinePanelProps) {
  const [days, setDays] = useState<number | undefined>(undefined);
  const actions = RANGES.map((each) => (
    <Button key={each.name} pressed={each.days === days} onClick={() => setDays(each.days)}>
      {each.name}
    </Button>
  ));
  return (
    <Panel
      title="Timeline"
      note="Raw events are single cells; packed ones are in blocks of a day or week. Duplicates are stored, but count once."
      actions={actions}
    >
      <Loaded resource={subject} label="Reading the events">
        {(data) => <Timeline data={data} types={types} days={days} />}
      </Loaded>
    </Panel>
  );
}

interface TimelineProps {
  readonly data: SubjectData;
  readonly types: readonly DataType[];
  readonly days: number | undefined;
}

function Timeline({ data, types, days }: TimelineProps) {
  const all = useMemo(() => timelineOf(data.events, types), [data, types]);
  const [rows, setRows] = useState(ROWS);
  const [uncountedOnly, setUncountedOnly] = useState(false);
  if (all.length === 0) return <EmptyState title="No events are stored" />;
  const span = spanOf(all, days);
  const events = all.filter(({ timeMs }) => timeMs >= span.fromMs);
  const uncounted = events.filter(isUncounted);
  const listed = uncountedOnly ? uncounted : events;
  return (
    <div class="stack">
      <p class="small">
        <strong>{wholeNumber(events.length)}</strong> stored events,{' '}
        <strong>{wholeNumber(events.filter(({ isPacked }) => isPacked).length)}</strong> of them packed;{' '}
        <strong>{wholeNumber(events.filter(({ isDuplicate }) => isDuplicate).length)}</strong> duplicates,{' '}
        <strong>{wholeNumber(events.filter(({ hidden }) => hidden !== undefined).length)}</strong> hidden from
        reads
        {data.isCut && ' (the user has more: these are the first that the export returned)'}
      </p>
      <TimelineDrawing events={events} span={span} />
      <div class="actions">
        <Button pressed={uncountedOnly} onClick={() => setUncountedOnly(!uncountedOnly)}>
          Only duplicates and hidden events
        </Button>
      </div>
      <EventTable events={listed.slice(0, rows)} />
      {rows < listed.length && (
        <div class="actions">
          <Button onClick={() => setRows(rows + ROWS)}>
            Show {Math.min(ROWS, listed.length - rows)} more
          </Button>
          <span class="muted small">
            {rows} of {wholeNumber(listed.length)}
          </span>
        </div>
      )}
    </div>
  );
}

const isUncounted = ({ isDuplicate, hidden }: TimelineEvent): boolean => isDuplicate || hidden !== undefined;

/** The time from the first event, or of the last days, to now. */
function spanOf(events: readonly TimelineEvent[], days: number | undefined): Span {
  const toMs = Math.max(Date.now(), events[0]!.timeMs);
  return { fromMs: days === undefined ? events.at(-1)!.timeMs : toMs - days * DAY_MS, toMs };
}

function EventTable({ events }: { readonly events: readonly TimelineEvent[] }) {
  const rows = events.map((event, at) => ({ ...event, at }));
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { key: 'time', title: 'Time (UTC)', kind: 'code', cell: ({ timeMs }) => utcTime(timeMs) },
    { key: 'action', title: 'Action', cell: ({ action }) => action },
    { key: 'type', title: 'Event type', cell: ({ dataType }) => dataType },
    {
      key: 'ids',
      title: 'Dimensions',
      kind: 'code',
      cell: ({ dimensions }) => <span class="dimensions">{dimensionText(dimensions)}</span>,
    },
    { key: 'stored', title: 'Stored as', cell: ({ isPacked }) => (isPacked ? 'packed block' : 'raw cell') },
    { key: 'counts', title: 'Counts', cell: (event) => <Counts event={event} /> },
  ];
  return (
    <DataTable
      caption="Events, the latest first"
      columns={columns}
      rows={rows}
      rowKey={({ at }) => String(at)}
      empty="No events of this kind"
    />
  );
}

function Counts({ event: { isDuplicate, hidden } }: { readonly event: TimelineEvent }) {
  if (hidden !== undefined) return <Badge tone="bad">hidden: {hidden.replaceAll('_', ' ')}</Badge>;
  return isDuplicate ? <Badge tone="warn">duplicate</Badge> : <Badge tone="good">counts</Badge>;
}

function dimensionText(dimensions: Readonly<Record<string, string>>): string {
  return Object.entries(dimensions)
    .map(([name, id]) => `${name}=${id}`)
    .join(' ');
}
