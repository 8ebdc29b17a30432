/**
 * `npm run test:node24`: runs the unit tests on Node 24, which the image and the docs recommend, whatever version runs this script. The
 * program comes from npm (package `node-<platform>-<arch>`), into a folder that is removed afterwards.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAJOR = 24;
const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const isWindows = process.platform === 'win32';

if (Number(process.versions.node.split('.')[0]) === MAJOR) {
  process.exitCode = runTests(process.execPath);
} else {
  const folder = mkdtempSync(join(tmpdir(), `tidemark-node${MAJOR}-`));
  try {
    process.exitCode = runTests(installNode(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function installNode(folder) {
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const args = ['install', '--no-save', '--no-package-lock', '--prefix', folder, `${name}@${MAJOR}`];
  execFileSync(isWindows ? 'npm.cmd' : 'npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
}

/** Runs Jest with the given arguments and returns the exit code. */
function runTests(node) {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`The unit tests on Node ${version}:`);
  const args = [jest, '--selectProjects', 'unit', ...process.argv.slice(2)];
  const { status } = spawnSync(node, args, { cwd: projectDir, stdio: 'inherit' });
  return status ?? 1;
}
