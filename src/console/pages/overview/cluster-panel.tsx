import { Link } from 'wouter-preact';
import type { ConsoleSnapshot } from '../../../client/types';
import { StatusDot } from '../../components/badge';
import { DataTable } from '../../components/data-table';
import { Panel } from '../../components/panel';
import { phaseLabel, phaseTone } from '../../data/cluster-phase';
import { useConsole } from '../../data/context';
import { shortNumber } from '../../data/format';

/** Health of the clusters, and what they do. */
export function ClusterPanel({ snapshot }: { readonly snapshot: ConsoleSnapshot }) {
  const regions = new Map(useConsole().data?.clusters.map(({ id, region }) => [id, region]));
  return (
    <Panel title="Store" flush actions={<Link href="/topology">Topology</Link>}>
      <DataTable
        caption="Clusters"
        rows={snapshot.clusters}
        rowKey={({ id }) => id}
        empty="The server has used no cluster yet"
        columns={[
          { key: 'id', title: 'Cluster', cell: ({ id }) => id },
          { key: 'region', title: 'Region', cell: ({ id }) => regions.get(id) ?? '–' },
          {
            key: 'phase',
            title: 'Health',
            cell: ({ phase }) => <StatusDot tone={phaseTone(phase)} label={phaseLabel(phase)} />,
          },
          {
            key: 'reads',
            title: 'Lookups/s',
            kind: 'number',
            cell: ({ lookups }) => shortNumber(lookups.perSecond),
          },
          {
            key: 'writes',
            title: 'Writes/s',
            kind: 'number',
            cell: ({ writes }) => shortNumber(writes.perSecond),
          },
        ]}
      />
    </Panel>
  );
}
