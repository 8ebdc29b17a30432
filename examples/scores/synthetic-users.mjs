// Actions of users who do not exist. Whether they click depends on what they did before: this is what the model can learn.
const MS_PER_DAY = 86_400_000;
const DAYS = 7;
const USERS = 200;
const CAMPAIGNS = ['cmp-bikes', 'cmp-books', 'cmp-music', 'cmp-shoes', 'cmp-tents'];
const IMPRESSIONS_PER_DAY = 6;
/** Logarithms of the odds of a click: without any history, for a user who likes the campaign, and per impression today. */
const BASE = -2.2;
const LIKED = 2;
const PER_IMPRESSION = -0.6;

/**
 * Returns the actions of all users, and all impressions as examples with a label. A user likes some campaigns, which no
 * feature shows: earlier clicks do. Each impression of a campaign on the same day makes a click less likely.
 */
export function actionsAndShown(nowMs) {
  const random = seeded(7);
  const users = Array.from({ length: USERS }, (_, at) => `user-${at}`);
  const actions = [];
  const shown = [];
  for (const userId of users) {
    const liked = new Set(CAMPAIGNS.filter(() => random() < 0.3));
    for (let day = DAYS; day > 0; day--) {
      const seen = new Map();
      for (let at = 0; at < IMPRESSIONS_PER_DAY; at++) {
        const campaignId = CAMPAIGNS[Math.floor(random() * CAMPAIGNS.length)];
        const eventTime = Math.floor(
          nowMs - day * MS_PER_DAY + ((at + random()) / IMPRESSIONS_PER_DAY) * 0.9 * MS_PER_DAY,
        );
        const impressions = seen.get(campaignId) ?? 0;
        const logOdds = BASE + (liked.has(campaignId) ? LIKED : 0) + PER_IMPRESSION * impressions;
        const clicked = random() < 1 / (1 + Math.exp(-logOdds));
        const ids = { userId, campaignId, adId: `${campaignId}-1` };
        actions.push({ ...ids, action: 'impression', eventTime, insertionId: `${userId}-${day}-${at}` });
        if (clicked) actions.push({ ...ids, action: 'click', eventTime: eventTime + 5_000 });
        shown.push({ userId, campaignId, asOf: eventTime, clicked: clicked ? 1 : 0 });
        seen.set(campaignId, impressions + 1);
      }
    }
  }
  return { actions, shown, users, campaigns: CAMPAIGNS };
}

/** Returns random numbers from 0 to 1, the same ones for each run: a linear congruential generator. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
