'use strict';
// Profile of interests: each action of the last 30 days adds to the topic of its campaign, the less the older it is.
const { definePipeline } = require('tidemark/pipeline');
const TOPICS = require('./campaign-topics.json');

const MS_PER_DAY = 86_400_000;
const HALF_LIFE_DAYS = 7;
const WEIGHTS = { impression: 0.05, view: 0.2, click: 1, save: 3 };
const TOPICS_MAX = 10;
/** Sum of weights at which a score is 0.5. */
const HALF_SCORE_WEIGHT = 2;

module.exports = definePipeline({
  name: 'interests',
  corpus: 'users',
  reads: ['profile', { dataType: 'ad_action', windowDays: 30 }],
  writes: ['profile'],

  process(user, { runTimeMs }) {
    const weights = new Map();
    for (const { action, timeMs, dimensions } of user.events('ad_action')) {
      const topic = TOPICS[dimensions.campaignId];
      if (topic === undefined) continue;
      const decay = 0.5 ** ((runTimeMs - timeMs) / MS_PER_DAY / HALF_LIFE_DAYS);
      weights.set(topic, (weights.get(topic) ?? 0) + WEIGHTS[action] * decay);
    }
    const interests = [...weights]
      .map(([topic, weight]) => ({ topic, score: weight / (weight + HALF_SCORE_WEIGHT) }))
      .sort((a, b) => b.score - a.score || (a.topic < b.topic ? -1 : 1))
      .slice(0, TOPICS_MAX);
    const locale = user.get('profile', 'main')?.locale;
    return [
      {
        dataType: 'profile',
        subType: 'interests',
        value: { locale, interests, updatedAtMs: String(runTimeMs) },
      },
    ];
  },
});
