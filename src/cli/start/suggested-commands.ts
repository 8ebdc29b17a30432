import { addDays } from '../../core/time/calendar-day';
import type { DemoSummary } from './demo';
import { DEMO_CAMPAIGN_IDS } from './demo-campaigns';

const DAYS = 30;

/** Returns the commands that `npm start` suggests. They work as printed, in any order, and more than once. */
export function suggestedCommands(
  url: string,
  nowMs: number,
  { campaigns }: Pick<DemoSummary, 'campaigns'>,
): string[] {
  const count = JSON.stringify({
    userId: 'user-1',
    actions: ['impression', 'click'],
    entities: { campaign: '*' },
    windows: ['1d', '7d', '30d'],
    groupBy: ['action'],
  });
  const click = JSON.stringify({
    userId: 'user-1',
    action: 'click',
    eventTime: new Date(nowMs).toISOString(),
    adId: 'ad-1111',
    adGroupId: 'grp-111',
    campaignId: 'cmp-11',
    advertiserId: 'adv-1',
  });
  return [
    '',
    'Count what user-1 saw and clicked in 1, 7 and 30 days, by campaign:',
    '',
    `  curl -s ${url}/v1/counts:query -H 'content-type: application/json' -d '${count}'`,
    '',
    'Send one more click. However often you send it, it counts once:',
    '',
    `  curl -s ${url}/v1/events -H 'content-type: application/json' -d '${click}'`,
    '',
    'Read the interests of user-1:',
    '',
    `  curl -s ${url}/v1/corpora/users/objects/user-1/profile/default`,
    '',
    ...(campaigns === undefined ? [] : campaignCommands(url, nowMs)),
    'Count from the shell, in another terminal:',
    '',
    '  npx tidemark count --user user-1 --action impression --entity campaign=* --window 7d --group-by viewType',
    '',
  ];
}

function campaignCommands(url: string, nowMs: number): string[] {
  const today = new Date(nowMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const counts = JSON.stringify({
    campaigns: DEMO_CAMPAIGN_IDS,
    days: { from: addDays(today, 1 - DAYS), to: today },
    reach: true,
  });
  return [
    'List the campaigns that are active today:',
    '',
    `  curl -s '${url}/v1/campaigns?activeOn=${today}'`,
    '',
    'Count the views, clicks and users of these campaigns in 30 days:',
    '',
    `  curl -s ${url}/v1/campaigns:counts -H 'content-type: application/json' -d '${counts}'`,
    '',
  ];
}
