import { StatusDot } from '../../components/badge';
import { DataTable } from '../../components/data-table';
import { Panel } from '../../components/panel';
import { duration, wholeNumber } from '../../data/format';
import type { MapLink } from './map-model';

const known = (value: number | undefined, format: (value: number) => string): string =>
  value === undefined ? '–' : format(value);

/** Replication between regions, as numbers. */
export function LinkTable({ links }: { readonly links: readonly MapLink[] }) {
  return (
    <Panel title="Replication" note="Both directions; the heartbeat is the oldest that has arrived" flush>
      <DataTable
        caption="Replication between regions"
        rows={links}
        rowKey={({ between }) => between.join()}
        empty="One region: nothing is replicated between regions"
        columns={[
          { key: 'link', title: 'Link', cell: ({ between }) => between.join(' – ') },
          {
            key: 'state',
            title: 'State',
            cell: ({ isCut }) => <StatusDot tone={isCut ? 'bad' : 'good'} label={isCut ? 'cut' : 'open'} />,
          },
          { key: 'delay', title: 'Delay', kind: 'number', cell: ({ delayMs }) => known(delayMs, duration) },
          { key: 'lag', title: 'Lag', kind: 'number', cell: ({ lagMs }) => known(lagMs, duration) },
          {
            key: 'backlog',
            title: 'Commits',
            kind: 'number',
            cell: ({ backlog }) => known(backlog, wholeNumber),
          },
          {
            key: 'beat',
            title: 'Heartbeat',
            kind: 'number',
            cell: ({ heartbeatAgeMs }) => known(heartbeatAgeMs, duration),
          },
        ]}
      />
    </Panel>
  );
}
