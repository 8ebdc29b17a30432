/**
 * `node infra/scripts/with-node24.mjs npm test`: runs a command with Node 24, which the image and the docs recommend, as `node`,
 * whatever version runs this script. The program comes from npm (package `node-<platform>-<arch>`), into a folder that is removed
 * afterwards. Ends with the command's exit code. With NODE24_FOLDER the program is in that folder, where `--install` puts it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const MAJOR = 24;
const isWindows = process.platform === 'win32';
const [command, ...args] = process.argv.slice(2);

if (command === undefined || (command === '--install' && process.env.NODE24_FOLDER === undefined)) {
  console.error(
    'Usage: [NODE24_FOLDER=…] node infra/scripts/with-node24.mjs <command> [argument…] | --install',
  );
  process.exitCode = 2;
} else if (command === '--install') {
  installNode(process.env.NODE24_FOLDER);
} else if (process.env.NODE24_FOLDER !== undefined) {
  process.exitCode = run(binFolderIn(process.env.NODE24_FOLDER));
} else if (Number(process.versions.node.split('.')[0]) === MAJOR) {
  process.exitCode = run(dirname(process.execPath));
} else {
  const folder = mkdtempSync(join(tmpdir(), `tidemark-node${MAJOR}-`));
  // A test runs the image's program as another user.
  chmodSync(folder, 0o755);
  try {
    process.exitCode = run(installNode(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs Node.js and returns the folder of the program. */
function installNode(folder) {
  const args = ['install', '--no-save', '--no-package-lock', '--prefix', folder, `${packageName()}@${MAJOR}`];
  execFileSync(isWindows ? 'npm.cmd' : 'npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return binFolderIn(folder);
}

function binFolderIn(folder) {
  return join(folder, 'node_modules', packageName(), 'bin');
}

function packageName() {
  return `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
}

/** Runs the command with the folder first on its search path. Returns the exit code, 1 if a signal has ended it. */
function run(binFolder) {
  const env = { ...process.env, PATH: `${binFolder}${delimiter}${process.env.PATH}` };
  const version = execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim();
  console.log(`With Node ${version}: ${[command, ...args].join(' ')}`);
  const { status } = spawnSync(command, args, { env, stdio: 'inherit', shell: isWindows });
  return status ?? 1;
}
