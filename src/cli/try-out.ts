/** The commands that `npm start` proposes. They work as printed, in any order, also a second time. */
export function tryOut(url: string, nowMs: number): string[] {
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
    'The same counts from the shell, in another terminal:',
    '',
    '  npx tidemark count --user user-1 --action impression --entity campaign=* --window 7d --group-by viewType',
    '',
  ];
}
