const { useTidemark } = require('tidemark/testing');

const tidemark = useTidemark({
  events: [{ userId: 'ada', action: 'click', eventTime: Date.now(), adId: 'ad-1', insertionId: 'page-1' }],
});

it('counts the click of a user', async () => {
  const { counts } = await tidemark.client.counts.query({
    userId: 'ada',
    actions: ['click'],
    windows: ['1d'],
  });
  expect(counts['1d'].total).toBe(1);
});
