/**
 * Runs Jest, and each test file that failed a second time, alone: `node infra/scripts/run-tests.mjs --selectProjects unit`. Tests
 * share the machine with each other, and one of thousands can fail for want of time. A file passes at the second run if every
 * test passes that failed in the first; it is listed at the end. The run fails if more than eight files failed, if one of them
 * fails again, or if Jest ended without results. Arguments are Jest's.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** More failed files than this are not for want of time. */
const REPEATED_FILES_MAX = 8;
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');

const folder = mkdtempSync(join(tmpdir(), 'tidemark-tests-'));
try {
  process.exitCode = main(process.argv.slice(2));
} finally {
  rmSync(folder, { recursive: true });
}

function main(args) {
  const { status, results } = run('first', args);
  if (results === undefined) return fail('Jest has ended without results');
  if (status === 0) return 0;
  const failed = results.testResults.filter((file) => file.status === 'failed');
  if (failed.length === 0)
    return fail(`Jest has ended with exit code ${status}, although no file has failed`);
  if (failed.length > REPEATED_FILES_MAX) {
    return fail(`${failed.length} files have failed, too many for a second run`, failed.map(nameOf));
  }
  return repeat(failed);
}

/** Runs files that failed again, one after another. Returns the exit code. */
function repeat(failed) {
  report('These files have failed. Each is run a second time, alone:', failed.map(nameOf));
  const { results } = run('second', ['--runInBand', '--runTestsByPath', ...failed.map(({ name }) => name)]);
  if (results === undefined) return fail('Jest has ended without results at the second run');
  const again = results.testResults;
  const isRepaired = (file) =>
    hasPassed(
      file,
      again.find(({ name }) => name === file.name),
    );
  const lost = failed.filter((file) => !isRepaired(file));
  const repaired = failed.filter(isRepaired);
  if (repaired.length > 0) report('Passed only when run alone:', repaired.flatMap(describe));
  return lost.length === 0 ? 0 : fail('Failed twice:', lost.map(nameOf));
}

/** Returns whether every test of the file that failed has passed now. A file that could not be loaded has no tests: one must. */
function hasPassed(before, now) {
  if (now?.status !== 'passed') return false;
  const passed = new Set(titlesOf(now, 'passed'));
  return passed.size > 0 && titlesOf(before, 'failed').every((title) => passed.has(title));
}

/** Runs Jest. Its results are undefined if it has written none. */
function run(name, args) {
  const outputFile = join(folder, `${name}.json`);
  const { status } = spawnSync(process.execPath, [jest, ...args, '--json', '--outputFile', outputFile], {
    // Without an output file, Jest would print the results to standard output.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const results = existsSync(outputFile) ? JSON.parse(readFileSync(outputFile, 'utf8')) : undefined;
  return { status, results: results?.wasInterrupted ? undefined : results };
}

function titlesOf({ assertionResults }, status) {
  return assertionResults.filter((test) => test.status === status).map(({ fullName }) => fullName);
}

function nameOf({ name }) {
  return relative(process.cwd(), name);
}

function describe(file) {
  return [nameOf(file), ...titlesOf(file, 'failed').map((title) => `  ${title}`)];
}

function fail(text, lines = []) {
  report(text, lines);
  return 1;
}

function report(text, lines) {
  console.error(['', text, ...lines.map((line) => `  ${line}`)].join('\n'));
}
