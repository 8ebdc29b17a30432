/**
 * Runs npm scripts in parallel, one per core: `node infra/scripts/at-once.mjs lint 'alerts -- --check'`. The output of each
 * is printed when it has ended. All run to their end; this script fails if one of them fails.
 */
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';

const waiting = process.argv.slice(2);
const failed = [];

await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

async function runWaiting() {
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) {
    const from = performance.now();
    const { code, output } = await run(script);
    if (code !== 0) failed.push(script);
    const seconds = ((performance.now() - from) / 1_000).toFixed(1);
    process.stdout.write(`\n${code === 0 ? 'ok' : 'FAILED'} · ${script} · ${seconds} s\n${output}`);
  }
}

function run(script) {
  const child = spawn('npm', ['run', '--silent', ...script.split(' ')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: Buffer.concat(output).toString() }));
  });
}
