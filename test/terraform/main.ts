/** `npm run terraform:check [-- --json]`: all checks of the Terraform code that need no Google Cloud. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { print, printError } from '../../src/cli/shared/terminal';
import { textTable } from '../../src/cli/shared/text-table';
import { shortName } from './check';
import type { Check } from './check';
import { tasksOf } from './checks';
import type { Task } from './checks';
import { readProviderSchema } from './provider/server';
import { terraformVersion } from './terraform';
import { openWorkspace } from './workspace';

const PROJECT = join(__dirname, '../..');

/** Runs as many tasks in parallel as there are cores; starts none after a stop. Returns the results in the order of the tasks. */
async function inParallel(tasks: readonly Task[], stopped: AbortSignal): Promise<readonly Check[]> {
  const results: (readonly Check[])[] = [];
  const waiting = tasks.entries();
  const worker = async (): Promise<void> => {
    for (const [i, task] of waiting) if (!stopped.aborted) results[i] = await task();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results.flat();
}

function report(checks: readonly Check[], elapsedMs: number): void {
  const rows = checks.map(({ target, name, problems, scope: seen, elapsedMs: took }) => [
    shortName(target),
    name,
    problems.length === 0 ? 'ok' : 'FAILED',
    seen,
    `${Math.round(took)} ms`,
  ]);
  print(`${textTable(['of', 'check', 'result', 'seen', 'took'], rows)}\n`);
  for (const { target, name, problems } of checks.filter((check) => check.problems.length > 0)) {
    print(`${shortName(target)}, ${name}:`);
    for (const problem of problems) print(`  ${problem.replaceAll('\n', '\n  ')}`);
  }
  const failed = checks.filter(({ problems }) => problems.length > 0).length;
  const verdict =
    failed === 0 ? `All ${checks.length} checks passed` : `${failed} of ${checks.length} checks failed`;
  print(`${verdict} in ${(elapsedMs / 1000).toFixed(1)} s.`);
}

async function main(): Promise<void> {
  const startedMs = performance.now();
  const version = await terraformVersion();
  if (version === undefined) return withoutTerraform();
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
  const workspace = openWorkspace(PROJECT);
  try {
    const scope = { workspace, schema: readProviderSchema(), signal: stopped.signal };
    const checks = await inParallel(tasksOf(scope), stopped.signal);
    if (stopped.signal.aborted) return interrupted();
    const elapsedMs = Math.round(performance.now() - startedMs);
    const ok = checks.every(({ problems }) => problems.length === 0);
    if (process.argv.includes('--json')) print(JSON.stringify({ ok, terraform: version, elapsedMs, checks }));
    else report(checks, elapsedMs);
    process.exitCode = ok ? 0 : 1;
  } finally {
    workspace.remove();
  }
}

function interrupted(): void {
  printError('Interrupted: the remaining checks did not run.');
  process.exitCode = 130;
}

/** A machine may lack it; a build must not. */
function withoutTerraform(): void {
  const failed = Boolean(process.env['CI']);
  printError(`terraform was not found: the Terraform was ${failed ? 'to be checked' : 'not checked'}.`);
  process.exitCode = failed ? 1 : 0;
}

void main();
