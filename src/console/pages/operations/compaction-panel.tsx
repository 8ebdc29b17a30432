import type { OperationsStatus } from '../../../client/types';
import { Badge } from '../../components/badge';
import { DataTable } from '../../components/data-table';
import { Panel } from '../../components/panel';
import { ago, utcTime } from '../../data/format';

/** Backlog of compaction, by a sample of the rows. */
export function CompactionPanel({ status }: { readonly status: OperationsStatus | undefined }) {
  if (status === undefined) return null;
  const { at, dataTypes } = status.compaction;
  return (
    <Panel
      title="Compaction"
      note={`Users with events of days that are over: a sample, read ${utcTime(at)} UTC, once a minute at most`}
      flush
    >
      <DataTable
        caption="Backlog of compaction"
        rows={dataTypes}
        rowKey={({ dataType }) => dataType}
        empty="No DataType has events"
        columns={[
          { key: 'dataType', title: 'DataType', cell: ({ dataType }) => dataType },
          { key: 'rows', title: 'Users', kind: 'number', cell: ({ rows }) => rows },
          { key: 'left', title: 'To pack', kind: 'number', cell: ({ rowsToPack }) => rowsToPack },
          {
            key: 'oldest',
            title: 'Oldest event',
            kind: 'number',
            cell: ({ oldestAt, failure }) =>
              failure === undefined ? (
                oldestAt === undefined ? (
                  'all packed'
                ) : (
                  ago(Date.parse(oldestAt))
                )
              ) : (
                <Badge tone="warn">{failure}</Badge>
              ),
          },
        ]}
      />
    </Panel>
  );
}
