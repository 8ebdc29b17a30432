// Runs the example on an embedded Bigtable of its own: `node examples/interests/run.mjs`, after `npm run build`.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, URL } from 'node:url';
import { withExampleStore } from '../shared/example-store.mjs';

const cwd = fileURLToPath(new URL('.', import.meta.url));
const CHANGE_MAX_MS = 60_000;

await withExampleStore({ cwd }, async (store) => {
  store.run(
    'import',
    store.writeLines('actions.ndjson', actions()),
    '--time-format',
    'ms',
    '--no-checkpoint',
  );

  // First the worker that follows changes, and then the full pass: so nothing is missed between them.
  store.run('schema', 'change-stream', 'users');
  await store.start(
    ['pipeline', 'follow', 'interests.js', '--json'],
    ({ ownPartitions }) => ownPartitions > 0,
  );
  store.run('pipeline', 'run', 'interests.js', '--run-id', 'example');
  store.run('pipeline', 'status', 'interests');

  const api = await store.serve();
  for (const user of ['cyclist', 'cook']) console.log(`${user}: ${await interestsOf(api, user)}\n`);

  console.log('The cook saves an ad for travelling.');
  const savedAtMs = performance.now();
  await request(`${api}/v1/events`, {
    userId: 'cook',
    action: 'save',
    eventTime: new Date().toISOString(),
    campaignId: 'cmp-22',
    adId: 'cmp-22-1',
  });
  let interests = '';
  while (!interests.includes('travel')) {
    if (performance.now() - savedAtMs > CHANGE_MAX_MS) throw new Error('the profile has not changed');
    await sleep(20);
    interests = await interestsOf(api, 'cook');
  }
  const seconds = (performance.now() - savedAtMs) / 1_000;
  console.log(`cook, ${seconds.toFixed(1)} s later: ${interests}\n`);
  store.run('lag');
});

/** Returns the interests as the API serves them. */
async function interestsOf(api, user) {
  const { cells } = await request(`${api}/v1/corpora/users/objects/${user}/profile/interests`);
  return cells[0].value.interests.map(({ topic, score }) => `${topic} ${score.toFixed(2)}`).join(', ');
}

async function request(url, body) {
  const init =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Thirty days of actions of two users: what they liked last month, and what they like now. */
function actions() {
  const now = Date.now();
  const lines = [];
  const add = (userId, campaignId, day, clicks) => {
    for (let click = 0; click < clicks; click++) {
      const eventTime = now - day * 86_400_000 - (click + 1) * 60_000;
      lines.push({ userId, action: 'click', eventTime, campaignId, adId: `${campaignId}-${click}` });
    }
  };
  for (let day = 0; day < 30; day++) {
    add('cyclist', day < 10 ? 'cmp-11' : 'cmp-12', day, 3);
    add('cook', 'cmp-21', day, day < 3 ? 4 : 1);
    add('cook', 'cmp-31', day, day > 20 ? 4 : 0);
  }
  return lines;
}
