// Runs the example on an embedded Bigtable of its own: `node examples/embeddings/run.mjs`, after `npm run build`.
import { join } from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import { withExampleStore } from '../shared/example-store.mjs';

const cwd = fileURLToPath(new URL('.', import.meta.url));

await withExampleStore({ cwd, env: { TIDEMARK_PROTO_PATH: join(cwd, 'protos') } }, async (store) => {
  store.run(
    'import',
    store.writeLines('actions.ndjson', actions()),
    '--time-format',
    'ms',
    '--no-checkpoint',
  );
  for (const model of ['v1', 'v2']) {
    store.runWith({ EXAMPLE_MODEL: model }, 'pipeline', 'run', 'embeddings.js', '--run-id', model);
    store.run('pipeline', 'publish', 'users/user_vector');
    store.run('objects', 'get', 'users', 'cyclist', 'user_vector');
  }
  store.run('pipeline', 'rollback', 'users/user_vector');
  store.run('objects', 'get', 'users', 'cyclist', 'user_vector');
  store.run('pipeline', 'generations', 'users/user_vector');
});

/** Clicks of two users in the last days. */
function actions() {
  const now = Date.now();
  const clicks = [
    ['cyclist', 'cmp-11', 3],
    ['cyclist', 'cmp-12', 1],
    ['cook', 'cmp-21', 2],
  ];
  return clicks.flatMap(([userId, campaignId, count]) =>
    Array.from({ length: count }, (_, at) => {
      const eventTime = now - (at + 1) * 3_600_000;
      return { userId, action: 'click', eventTime, campaignId, adId: `${campaignId}-${at}` };
    }),
  );
}
