import { Badge, type Tone } from '../../components/badge';
import { Button } from '../../components/button';
import { DataTable, type Column } from '../../components/data-table';
import { Loaded } from '../../components/loaded';
import { Panel } from '../../components/panel';
import { percent, wholeNumber } from '../../data/format';
import type { Resource } from '../../data/resource';
import { overDelivery } from './campaign-numbers';
import { reasonMeaning } from './control-log';
import type { Overview, OverviewRow, PacingState } from './use-overview';

interface CampaignListProps {
  readonly overview: Resource<Overview>;
  readonly selected: string | undefined;
  readonly mayWrite: boolean;
  readonly onSelect: (id: string) => void;
  readonly onCreate: () => void;
}

/** All campaigns with what they got today. */
export function CampaignList({ overview, selected, mayWrite, onSelect, onCreate }: CampaignListProps) {
  const actions = (
    <>
      <Button onClick={overview.reload}>Refresh</Button>
      {mayWrite && (
        <Button kind="primary" onClick={onCreate}>
          New campaign
        </Button>
      )}
    </>
  );
  const { data } = overview;
  const note =
    data === undefined ? undefined : `Day ${data.day}. Select a campaign for its day and its control log.`;
  return (
    <Panel title="Campaigns" note={note} actions={actions} flush>
      <Loaded resource={overview} label="Counting the campaigns">
        {({ rows, isCut, isStale }) => (
          <>
            {isStale && (
              <p class="campaign-note small">
                <Badge tone="warn">stale</Badge> The pacing controller gives no sign of life: states are its
                last ones.
              </p>
            )}
            <DataTable
              caption="Campaigns"
              columns={COLUMNS}
              rows={rows}
              rowKey={({ id }) => id}
              onSelect={({ id }) => onSelect(id)}
              selected={({ id }) => id === selected}
              empty="No campaigns are registered"
            />
            {isCut && (
              <p class="campaign-note muted small">The first {rows.length} campaigns. The API lists all.</p>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const COLUMNS: readonly Column<OverviewRow>[] = [
  { key: 'name', title: 'Campaign', cell: ({ id, campaign: { name } }) => name ?? id },
  {
    key: 'state',
    title: 'State',
    cell: ({ state, campaign }) => <State state={state} paused={campaign.paused} />,
  },
  {
    key: 'share',
    title: 'Pass share',
    kind: 'number',
    cell: ({ state }) => (state === undefined ? '–' : percent(state.passShare)),
  },
  { key: 'bought', title: 'Bought today', kind: 'number', cell: ({ bought }) => numberText(bought) },
  {
    key: 'delivered',
    title: 'Delivered',
    kind: 'number',
    cell: ({ delivered }) => numberText(delivered?.count),
  },
  { key: 'progress', title: 'Progress', cell: (row) => <Progress row={row} /> },
  { key: 'reach', title: 'Reach', kind: 'number', cell: ({ delivered }) => numberText(delivered?.reach) },
  { key: 'over', title: 'Over-delivery', kind: 'number', cell: (row) => <OverDelivery row={row} /> },
];

const numberText = (value: number | undefined): string => (value === undefined ? '–' : wholeNumber(value));

const STATE_TONES: Readonly<Record<PacingState['state'], Tone>> = {
  active: 'good',
  throttled: 'info',
  stopped: 'neutral',
};

function State({
  state,
  paused,
}: {
  readonly state: PacingState | undefined;
  readonly paused: boolean | undefined;
}) {
  if (state === undefined) return <Badge>{paused === true ? 'paused' : 'no flight today'}</Badge>;
  const { reason } = state;
  const tone = reason === 'paused' ? 'warn' : STATE_TONES[state.state];
  return (
    <span title={reasonMeaning(reason)}>
      <Badge tone={tone}>{reason === 'paused' ? 'paused' : state.state}</Badge>{' '}
      {reason !== 'paused' && <span class="muted small">{reason.replaceAll('_', ' ')}</span>}
    </span>
  );
}

function Progress({ row: { campaign, id, bought, delivered } }: { readonly row: OverviewRow }) {
  if (bought === undefined || delivered === undefined) return <>–</>;
  const share = delivered.count / bought;
  return (
    <span class="campaign-progress">
      <meter min={0} max={1} value={Math.min(1, share)} aria-label={`Delivered of ${campaign.name ?? id}`} />
      <span>{percent(share)}</span>
    </span>
  );
}

function OverDelivery({ row: { bought, delivered } }: { readonly row: OverviewRow }) {
  if (bought === undefined || delivered === undefined) return <>–</>;
  const over = overDelivery(delivered.count, bought);
  return over > 0 ? <Badge tone={over > 0.01 ? 'bad' : 'warn'}>{percent(over)}</Badge> : <>0 %</>;
}
