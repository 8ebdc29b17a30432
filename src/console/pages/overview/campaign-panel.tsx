import { Link } from 'wouter-preact';
import type { ConsoleSnapshot } from '../../../client/types';
import { DataTable } from '../../components/data-table';
import { Panel } from '../../components/panel';
import { duration, percent } from '../../data/format';

/** Campaigns by the state that pacing has decided. */
export function CampaignPanel({ snapshot }: { readonly snapshot: ConsoleSnapshot }) {
  const { states, utilisation, isLeader, decisionAgeMs } = snapshot.campaigns;
  const decided = decisionAgeMs === undefined ? 'no decision yet' : `decided ${duration(decisionAgeMs)} ago`;
  const used = utilisation === undefined ? '' : `, ${percent(utilisation)} of the day's units delivered`;
  const note = isLeader
    ? `This server leads pacing: ${decided}${used}`
    : 'Another process leads pacing, or none does';
  return (
    <Panel title="Campaigns" note={note} flush actions={<Link href="/campaigns">Campaigns</Link>}>
      <DataTable
        caption="Campaigns by state"
        rows={states}
        rowKey={({ state, reason }) => `${state} ${reason}`}
        empty="Pacing has decided on no campaign here"
        columns={[
          { key: 'state', title: 'State', cell: ({ state }) => state },
          { key: 'reason', title: 'Reason', cell: ({ reason }) => reason.replaceAll('_', ' ') },
          { key: 'count', title: 'Campaigns', kind: 'number', cell: ({ count }) => count },
        ]}
      />
    </Panel>
  );
}
