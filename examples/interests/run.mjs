// Runs the example on an embedded Bigtable of its own: `node examples/interests/run.mjs`, after `npm run build`.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, URL } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const tidemark = join(here, '../../dist/cli/tidemark.js');
const folder = mkdtempSync(join(tmpdir(), 'tidemark-interests-'));

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
  const env = { PATH: process.env.PATH, BIGTABLE_EMULATOR_HOST: endpointOf(line) };
  run(env, 'schema', 'apply');
  const log = join(folder, 'actions.ndjson');
  writeFileSync(log, actions().join('\n'));
  run(env, 'import', log, '--time-format', 'ms', '--no-checkpoint');
  run(env, 'pipeline', 'run', 'interests.js', '--run-id', 'example');
  run(env, 'pipeline', 'status', 'interests');
  for (const user of ['cyclist', 'cook']) show(user, run(env, 'subjects', 'export', user));
} finally {
  store.kill();
  rmSync(folder, { recursive: true });
}

function endpointOf(line) {
  return JSON.parse(line).endpoint;
}

function once(emitter, name) {
  return new Promise((resolve) => emitter.once(name, (...values) => resolve(values)));
}

async function failed(child) {
  const [code] = await once(child, 'exit');
  throw new Error(`tidemark local ended with ${code}`);
}

/** Thirty days of actions of two users: what they liked last month, and what they like now. */
function actions() {
  const now = Date.now();
  const lines = [];
  const add = (userId, campaignId, day, clicks) => {
    for (let click = 0; click < clicks; click++) {
      const eventTime = now - day * 86_400_000 - (click + 1) * 60_000;
      lines.push(
        JSON.stringify({ userId, action: 'click', eventTime, campaignId, adId: `${campaignId}-${click}` }),
      );
    }
  };
  for (let day = 0; day < 30; day++) {
    add('cyclist', day < 10 ? 'cmp-11' : 'cmp-12', day, 3);
    add('cook', 'cmp-21', day, day < 3 ? 4 : 1);
    add('cook', 'cmp-31', day, day > 20 ? 4 : 0);
  }
  return lines;
}

/** Prints the interests among everything that is stored about the user. */
function show(user, exported) {
  const lines = exported
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const profile = lines.find(({ type, subType }) => type === 'object' && subType === 'interests');
  const interests = profile.value.interests.map(({ topic, score }) => `${topic} ${score.toFixed(2)}`);
  console.log(`${user}: ${interests.join(', ')}\n`);
}
