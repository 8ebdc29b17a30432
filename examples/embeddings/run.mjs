// Runs the example on an embedded Bigtable of its own: `node examples/embeddings/run.mjs`, after `npm run build`.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, URL } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const tidemark = join(here, '../../dist/cli/tidemark.js');
const folder = mkdtempSync(join(tmpdir(), 'tidemark-embeddings-'));

const store = spawn(process.execPath, [tidemark, 'local', '--ephemeral', '--port', '0', '--json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});

/** Runs a command, and returns what it prints. */
function run(env, ...args) {
  console.log(`$ tidemark ${args.join(' ')}`);
  const text = execFileSync(process.execPath, [tidemark, ...args], { env, encoding: 'utf8', cwd: here });
  console.log(text);
  return text;
}

try {
  const [line] = await Promise.race([once(createInterface(store.stdout), 'line'), failed(store)]);
  const env = {
    PATH: process.env.PATH,
    BIGTABLE_EMULATOR_HOST: JSON.parse(line).endpoint,
    TIDEMARK_PROTO_PATH: join(here, 'protos'),
  };
  run(env, 'schema', 'apply');
  const log = join(folder, 'actions.ndjson');
  writeFileSync(log, actions().join('\n'));
  run(env, 'import', log, '--time-format', 'ms', '--no-checkpoint');
  for (const model of ['v1', 'v2']) {
    run({ ...env, EXAMPLE_MODEL: model }, 'pipeline', 'run', 'embeddings.js', '--run-id', model);
    run(env, 'pipeline', 'publish', 'users/user_vector');
    run(env, 'objects', 'get', 'users', 'cyclist', 'user_vector');
  }
  run(env, 'pipeline', 'rollback', 'users/user_vector');
  run(env, 'objects', 'get', 'users', 'cyclist', 'user_vector');
  run(env, 'pipeline', 'generations', 'users/user_vector');
} finally {
  store.kill();
  rmSync(folder, { recursive: true });
}

function once(emitter, name) {
  return new Promise((resolve) => emitter.once(name, (...values) => resolve(values)));
}

async function failed(child) {
  const [code] = await once(child, 'exit');
  throw new Error(`tidemark local ended with ${code}`);
}

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
      return JSON.stringify({ userId, action: 'click', eventTime, campaignId, adId: `${campaignId}-${at}` });
    }),
  );
}
