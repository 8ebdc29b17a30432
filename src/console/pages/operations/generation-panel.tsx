import type { IngestionLag, OperationsStatus } from '../../../client/types';
import { DataTable } from '../../components/data-table';
import { ErrorNote } from '../../components/error-note';
import { Panel } from '../../components/panel';
import { duration } from '../../data/format';
import type { Resource } from '../../data/resource';

interface GenerationPanelProps {
  readonly status: Resource<OperationsStatus>;
  readonly lag: IngestionLag | undefined;
}

/** Pipelines that follow changes, and the generations that reads use. */
export function GenerationPanel({ status, lag }: GenerationPanelProps) {
  return (
    <Panel title="Pipelines and generations" flush>
      {status.error !== undefined && <ErrorNote error={status.error} onRetry={status.reload} />}
      <DataTable
        caption="Pipelines that follow changes"
        rows={lag?.pipelines ?? []}
        rowKey={({ pipeline }) => pipeline}
        empty="No pipeline follows changes"
        columns={[
          { key: 'pipeline', title: 'Pipeline', cell: ({ pipeline }) => pipeline },
          { key: 'lag', title: 'Lag', kind: 'number', cell: ({ lagMs }) => duration(lagMs) },
          { key: 'workers', title: 'Workers', kind: 'number', cell: ({ workers }) => workers },
        ]}
      />
      <DataTable
        caption="Generations of DataTypes"
        rows={status.data?.generations ?? []}
        rowKey={({ dataType }) => dataType}
        empty="No DataType has generations"
        columns={[
          { key: 'dataType', title: 'DataType', cell: ({ dataType }) => dataType },
          {
            key: 'published',
            title: 'Published',
            kind: 'number',
            cell: ({ published }) => published ?? 'none',
          },
          { key: 'readable', title: 'Readable', kind: 'number', cell: ({ readable }) => readable.join(', ') },
        ]}
      />
    </Panel>
  );
}
