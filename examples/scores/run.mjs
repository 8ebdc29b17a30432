// Runs the example on an embedded Bigtable of its own: `node examples/scores/run.mjs`, after `npm run build`.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import { withExampleStore } from '../shared/example-store.mjs';
import { actionsAndShown } from './synthetic-users.mjs';

const cwd = fileURLToPath(new URL('.', import.meta.url));
const FEATURES = [
  '--level',
  'campaign',
  '--window',
  '1d,7d',
  '--half-life',
  '1d,7d',
  '--scale',
  '',
  '--prior',
  '10:0.1',
];

await withExampleStore({ cwd, env: { TIDEMARK_PROTO_PATH: join(cwd, 'protos') } }, async (store) => {
  const nowMs = Date.now();
  const { actions, shown, users, campaigns } = actionsAndShown(nowMs);
  store.run('import', store.writeLines('actions.ndjson', actions), '--time-format', 'ms', '--no-checkpoint');

  // Features of each impression as they were at its time, with the label: whether it was clicked.
  const trainingFile = join(store.folder, 'train.parquet');
  const shownFile = store.writeLines('shown.ndjson', shown);
  store.run('features', 'export', shownFile, '--output', trainingFile, '--pass', 'clicked', ...FEATURES);

  // Features of all users for all campaigns, now.
  const usersFile = join(store.folder, 'users.parquet');
  const pairs = users.flatMap((userId) =>
    campaigns.map((campaignId) => ({ userId, campaignId, asOf: nowMs })),
  );
  const pairsFile = store.writeLines('pairs.ndjson', pairs);
  store.run('features', 'export', pairsFile, '--output', usersFile, '--pass', '', ...FEATURES);

  const scoresFile = join(store.folder, 'scores.ndjson');
  console.log('$ node train.ts train.parquet users.parquet scores.ndjson');
  console.log(runTypeScript('train.ts', trainingFile, usersFile, scoresFile));

  store.run('objects', 'load', 'users', scoresFile, '--no-checkpoint');
  const api = await store.serve();
  const response = await fetch(`${api}/v1/corpora/users/objects/${users[0]}?dataTypes=click_score`);
  const { cells } = await response.json();
  const best = [...cells].sort((a, b) => b.value.probability - a.value.probability);
  console.log(`Served for ${users[0]}, the best campaign first:`);
  for (const { subType, value } of best) console.log(`  ${subType} ${value.probability.toFixed(3)}`);
});

/** Runs a TypeScript file. From Node.js 22.18 on, `node train.ts` does. */
function runTypeScript(file, ...args) {
  const loader = join(cwd, '../../infra/scripts/register-ts.js');
  return execFileSync(process.execPath, ['--require', loader, file, ...args], { cwd, encoding: 'utf8' });
}
