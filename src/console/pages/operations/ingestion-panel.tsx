import type { IngestionLag } from '../../../client/types';
import { Badge } from '../../components/badge';
import { DataTable } from '../../components/data-table';
import { ErrorNote } from '../../components/error-note';
import { Loading } from '../../components/loading';
import { Panel } from '../../components/panel';
import type { Resource } from '../../data/resource';
import { duration, shortNumber, utcTime } from '../../data/format';

/** Stages of ingestion, in the order in which events pass them. */
export function IngestionPanel({ lag }: { readonly lag: Resource<IngestionLag> }) {
  return (
    <Panel title="Ingestion" note={lag.data && noteOf(lag.data)} flush>
      <Content lag={lag} />
    </Panel>
  );
}

function noteOf({ completeUpTo }: IngestionLag): string {
  return completeUpTo === undefined
    ? 'No process reports'
    : `Counts are complete up to ${utcTime(completeUpTo)} UTC`;
}

function Content({ lag: { data, error, reload } }: { readonly lag: Resource<IngestionLag> }) {
  if (error !== undefined) return <ErrorNote error={error} onRetry={reload} />;
  if (data === undefined) return <Loading label="Loading the progress" />;
  return (
    <>
      {data.alarms.map(({ kind, stage, source }) => (
        <p key={`${kind} ${stage} ${source}`} class="panel-note">
          <Badge tone="warn">{kind.replaceAll('_', ' ')}</Badge> {stage} {source}
        </p>
      ))}
      <DataTable
        caption="Stages of ingestion"
        rows={data.stages}
        rowKey={({ stage, source }) => `${stage} ${source}`}
        empty="No process ingests events"
        columns={[
          { key: 'stage', title: 'Stage', cell: ({ stage, source }) => `${stage} ${source}` },
          { key: 'processes', title: 'Processes', kind: 'number', cell: ({ processes }) => processes },
          {
            key: 'rate',
            title: 'Events/s',
            kind: 'number',
            cell: ({ eventsPerSecond }) => shortNumber(eventsPerSecond),
          },
          { key: 'lag', title: 'Lag', kind: 'number', cell: ({ lagMs }) => duration(lagMs) },
          {
            key: 'delivery',
            title: 'Delivery, 99th',
            kind: 'number',
            cell: ({ deliveryLagMs }) => duration(deliveryLagMs.p99),
          },
          { key: 'held', title: 'In progress', kind: 'number', cell: ({ held }) => held },
          {
            key: 'backlog',
            title: 'Backlog',
            kind: 'number',
            cell: ({ backlog }) => backlog?.messages ?? '–',
          },
        ]}
      />
    </>
  );
}
