import { isTidemarkError } from '../../../client';
import { Badge, type Tone } from '../../components/badge';
import { DataTable, type Column } from '../../components/data-table';
import { Loaded } from '../../components/loaded';
import { Panel } from '../../components/panel';
import { useClient } from '../../data/client';
import { duration, percent, shortNumber, utcTime, wholeNumber } from '../../data/format';
import { useResource } from '../../data/resource';
import { controlLog, type LogEntry } from './control-log';

/** Changes of one read: the most that the store keeps for a campaign. */
const CHANGES_MAX = 100;

const TONES: Readonly<Record<string, Tone>> = { active: 'good', throttled: 'info', stopped: 'neutral' };

const COLUMNS: readonly Column<LogEntry>[] = [
  { key: 'time', title: 'Decided (UTC)', kind: 'code', cell: ({ decidedAtMs }) => utcTime(decidedAtMs) },
  {
    key: 'state',
    title: 'State',
    cell: ({ state }) => <Badge tone={TONES[state] ?? 'neutral'}>{state}</Badge>,
  },
  { key: 'share', title: 'Pass share', kind: 'number', cell: ({ passShare }) => percent(passShare) },
  {
    key: 'reason',
    title: 'Reason',
    cell: ({ reason, meaning }) => (
      <span class="campaign-reason">
        <code>{reason}</code> <span class="muted small">{meaning}</span>
      </span>
    ),
  },
  {
    key: 'count',
    title: 'Counted',
    kind: 'number',
    cell: ({ count, unitsPurchased }) => `${wholeNumber(count)} of ${wholeNumber(unitsPurchased)}`,
  },
  {
    key: 'rate',
    title: 'Units per hour',
    kind: 'number',
    cell: ({ unitsPerSecond }) => shortNumber(unitsPerSecond * 3_600),
  },
  {
    key: 'age',
    title: 'Age of counts',
    kind: 'number',
    cell: ({ countAgeMs }) => (countAgeMs === undefined ? 'unknown' : duration(countAgeMs)),
  },
];

/** What the pacing controller decided about a campaign, and why. */
export function ControlLog({ id }: { readonly id: string }) {
  const client = useClient();
  const log = useResource(
    async (signal) => {
      const name = { corpus: 'campaigns', id, dataType: 'pacing_change', subType: 'current' };
      try {
        const { cells } = await client.objects.getCell({ ...name, versions: CHANGES_MAX }, { signal });
        return controlLog(cells);
      } catch (error) {
        if (isTidemarkError(error, 'object_not_found')) return [];
        throw error;
      }
    },
    [client, id],
  );
  return (
    <Panel
      title="Control log"
      note={`Changes of the pacing state in the last 7 days, at most ${CHANGES_MAX}, the latest first.`}
      flush
    >
      <Loaded resource={log} label="Reading the log">
        {(entries) => (
          <DataTable
            caption="Control log"
            columns={COLUMNS}
            rows={entries}
            rowKey={({ decidedAtMs, epoch }) => `${epoch}-${decidedAtMs}`}
            empty="The controller has not decided about this campaign yet"
          />
        )}
      </Loaded>
    </Panel>
  );
}
