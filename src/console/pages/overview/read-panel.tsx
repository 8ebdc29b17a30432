import type { ConsoleSnapshot } from '../../../client/types';
import { Badge } from '../../components/badge';
import { DataTable } from '../../components/data-table';
import { Panel } from '../../components/panel';
import { shortNumber, wholeNumber } from '../../data/format';
import { tierTone } from '../../data/tiers';

/** Reads by consistency level, and by the replica that answered. */
export function ReadPanel({ snapshot }: { readonly snapshot: ConsoleSnapshot }) {
  return (
    <Panel title="Reads by level" note="Tier: the replica that answered" flush>
      <DataTable
        caption="Reads by level and tier"
        rows={snapshot.reads.tiers}
        rowKey={({ level, tier, met }) => `${level} ${tier} ${met}`}
        empty="No reads since the start"
        columns={[
          { key: 'level', title: 'Level', cell: ({ level }) => level },
          { key: 'tier', title: 'Tier', cell: ({ tier }) => <Badge tone={tierTone(tier)}>{tier}</Badge> },
          { key: 'met', title: 'Proven', cell: ({ met }) => (met ? 'yes' : 'no') },
          {
            key: 'rate',
            title: 'Per second',
            kind: 'number',
            cell: ({ perSecond }) => shortNumber(perSecond),
          },
          { key: 'total', title: 'Total', kind: 'number', cell: ({ total }) => wholeNumber(total) },
        ]}
      />
    </Panel>
  );
}
