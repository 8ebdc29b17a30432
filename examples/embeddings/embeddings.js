'use strict';
// Embedding of a user: the average of the vectors of the campaigns that the user has clicked in 30 days, by a model.
const { definePipeline } = require('tidemark/pipeline');
const MODELS = require('./item-vectors.json');

const MODEL = process.env.EXAMPLE_MODEL ?? 'v1';

module.exports = definePipeline({
  name: 'embeddings',
  corpus: 'users',
  reads: [{ dataType: 'ad_action', windowDays: 30, actions: ['click'] }],
  writes: ['user_vector'],

  process(user) {
    const vectors = MODELS[MODEL];
    let sum;
    let clicks = 0;
    for (const [campaignId, count] of user.countBy('ad_action', 'campaignId')) {
      const vector = vectors[campaignId];
      if (vector === undefined) continue;
      sum ??= vector.map(() => 0);
      sum = sum.map((value, at) => value + count * vector[at]);
      clicks += count;
    }
    if (sum === undefined) return [];
    const values = sum.map((value) => value / clicks);
    return [{ dataType: 'user_vector', subType: 'main', value: { model: MODEL, values } }];
  },
});
