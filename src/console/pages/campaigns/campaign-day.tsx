import { useState } from 'preact/hooks';
import { isTidemarkError, type Campaign } from '../../../client';
import { EmptyState } from '../../components/empty-state';
import { EvidenceLine } from '../../components/evidence-line';
import { Field } from '../../components/field';
import { LineChart } from '../../components/line-chart';
import { Loaded } from '../../components/loaded';
import { Panel } from '../../components/panel';
import { Stat, StatList } from '../../components/stat';
import { useClient } from '../../data/client';
import { ago, percent, shortNumber, wholeNumber } from '../../data/format';
import { useResource } from '../../data/resource';
import { dayIn, deliveries, overDelivery, unitsOn, type Delivered } from './campaign-numbers';
import { reasonMeaning } from './control-log';
import { daySeries, type DayInput } from './day-series';
import type { PacingState } from './use-overview';

interface CampaignDayProps {
  readonly id: string;
  readonly campaign: Campaign;
  readonly timeZone: string;
}

/** One day of a campaign: what was bought, planned and delivered, and how certain that is. */
export function CampaignDay({ id, campaign, timeZone }: CampaignDayProps) {
  const today = dayIn(timeZone, Date.now());
  const [day, setDay] = useState(today);
  const data = useDay({ id, campaign, day, isToday: day === today });
  const actions = (
    <Field label={`Day (${timeZone})`}>
      {(props) => (
        <input
          {...props}
          type="date"
          value={day}
          onChange={({ currentTarget }) => currentTarget.value !== '' && setDay(currentTarget.value)}
        />
      )}
    </Field>
  );
  return (
    <Panel title="Day" actions={actions}>
      <Loaded resource={data} label="Counting the hours">
        {(found) => <Day {...found} campaign={campaign} />}
      </Loaded>
    </Panel>
  );
}

interface DayData {
  readonly bought: number | undefined;
  readonly total: Delivered | undefined;
  readonly state: PacingState | undefined;
  readonly hours: DayInput['hours'];
  readonly completeUpToMs: number | undefined;
  readonly nowMs: number;
  readonly evidence: Parameters<typeof EvidenceLine>[0]['evidence'];
}

interface DayChoice {
  readonly id: string;
  readonly campaign: Campaign;
  readonly day: string;
  readonly isToday: boolean;
}

function useDay({ id, campaign, day, isToday }: DayChoice) {
  const client = useClient();
  return useResource<DayData>(
    async (signal) => {
      const query = { campaigns: [id], actions: [campaign.action], days: [day], reach: true };
      const [total, hourly, active] = await Promise.all([
        client.campaigns.count(query, { signal }),
        client.campaigns.count({ ...query, by: 'hour' }, { signal }),
        isToday ? client.campaigns.active({ signal }).catch(ignoreDenied) : undefined,
      ]);
      const byPeriod = deliveries(hourly, () => campaign.action).get(id);
      const none = { count: 0, lower: 0, upper: 0, reach: 0, isExact: true };
      const hours = hourly.periods.map(({ name, from, to }) => ({
        fromMs: Date.parse(from),
        toMs: Date.parse(to),
        delivered: byPeriod?.get(name) ?? none,
      }));
      return {
        bought: unitsOn(campaign, day),
        total: deliveries(total, () => campaign.action)
          .get(id)
          ?.get('total'),
        state: active?.campaigns.campaigns.find(({ campaignId }) => campaignId === id),
        hours,
        completeUpToMs: total.completeUpTo === undefined ? undefined : Date.parse(total.completeUpTo),
        nowMs: Date.now(),
        evidence: total.consistency,
      };
    },
    [client, id, day, campaign],
  );
}

function ignoreDenied(error: unknown): undefined {
  if (isTidemarkError(error, 'permission_denied')) return undefined;
  throw error;
}

function Day({
  campaign,
  bought,
  total,
  state,
  hours,
  completeUpToMs,
  nowMs,
  evidence,
}: DayData & { readonly campaign: Campaign }) {
  const [first, last] = [hours[0], hours.at(-1)];
  if (first === undefined || last === undefined) return <EmptyState title="The day has no hours" />;
  const series = daySeries({
    dayStartMs: first.fromMs,
    dayEndMs: last.toMs,
    bought: bought ?? 0,
    policy: campaign.policy,
    hours,
    completeUpToMs,
    unitsPerSecond: state?.unitsPerSecond ?? 0,
    nowMs,
  });
  return (
    <div class="stack">
      <DayStats bought={bought} total={total} state={state} completeUpToMs={completeUpToMs} nowMs={nowMs} />
      <LineChart
        label="Units of the day"
        times={series.times}
        format={shortNumber}
        height={240}
        series={[
          { label: 'Delivered', values: series.delivered, color: 1, filled: true },
          { label: 'Plan for even traffic', values: series.plan, color: 3, dashed: true },
          { label: 'Bought', values: series.bought, color: 4, dashed: true },
          { label: 'Delivered at most: error of the count, and lag', values: series.upper, color: 2 },
        ]}
      />
      <EvidenceLine evidence={evidence} />
    </div>
  );
}

type DayStatsProps = Pick<DayData, 'bought' | 'total' | 'state' | 'completeUpToMs' | 'nowMs'>;

function DayStats({ bought, total, state, completeUpToMs, nowMs }: DayStatsProps) {
  const count = total?.count ?? 0;
  const over = overDelivery(count, bought ?? 0);
  const bounds =
    total === undefined || total.isExact
      ? 'exact'
      : `${wholeNumber(total.lower)} to ${total.upper === undefined ? 'unknown' : wholeNumber(total.upper)}`;
  return (
    <StatList>
      <Stat
        label="Bought"
        value={bought === undefined ? '–' : wholeNumber(bought)}
        note={bought === undefined ? 'no flight on this day' : 'units of the day'}
      />
      <Stat label="Delivered" value={wholeNumber(count)} note={bounds} />
      <Stat
        label="Reach"
        value={total?.reach === undefined ? '–' : wholeNumber(total.reach)}
        note="distinct users"
      />
      <Stat
        label="Over-delivery"
        value={percent(over)}
        tone={over > 0.01 ? 'bad' : over > 0 ? 'warn' : 'good'}
        note={over > 0 ? 'of the purchase' : 'none'}
      />
      {state !== undefined && (
        <Stat label="Pass share" value={percent(state.passShare)} note={reasonMeaning(state.reason)} />
      )}
      <Stat
        label="Complete up to"
        value={completeUpToMs === undefined ? 'unknown' : ago(Math.min(completeUpToMs, nowMs), nowMs)}
        note="later events may be uncounted"
      />
    </StatList>
  );
}
