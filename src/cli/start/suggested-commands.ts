import { addDays } from '../../core/time/calendar-day';
import type { DemoSummary } from './demo';
import { DEMO_CAMPAIGN_IDS } from './demo-campaigns';

const DAYS = 30;

/** The commands that `npm start` proposes. They work as printed, in any order, also a second time. */
export function suggestedCommands(
  url: string,
  nowMs: number,
  { campaigns: campaigns }: Pick<DemoSummary, 'campaigns'>,
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
    'What has user-1 seen and clicked, by campaign, in 1, 7 and 30 days?',
    '',
    `  curl -s ${url}/v1/counts:query -H 'content-type: application/json' -d '${count}'`,
    '',
    'One more click. Send it as often as you like: it counts once.',
    '',
    `  curl -s ${url}/v1/events -H 'content-type: application/json' -d '${click}'`,
    '',
    'What is he interested in?',
    '',
    `  curl -s ${url}/v1/corpora/users/objects/user-1/profile/default`,
    '',
    ...(campaigns === undefined ? [] : campaignCommands(url, nowMs)),
    'The counts of the user from the shell, in another terminal:',
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
    'What have advertisers bought for today?',
    '',
    `  curl -s '${url}/v1/campaigns?activeOn=${today}'`,
    '',
    'How many views and clicks have these campaigns had in 30 days, and of how many users?',
    '',
    `  curl -s ${url}/v1/campaigns:counts -H 'content-type: application/json' -d '${counts}'`,
    '',
  ];
}
