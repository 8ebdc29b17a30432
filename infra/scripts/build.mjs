/**
 * Production build: compiles TypeScript into dist/ (incrementally), copies the generated files that tsc does not emit, writes ES
 * modules for the entries of the package, and bundles the console.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { buildConsole } from './build-console.mjs';

const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const tsc = join(projectDir, 'node_modules/typescript-native/bin/tsc');

const endProgress = showProgress();
const compiler = spawn(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...process.argv.slice(2)], {
  cwd: projectDir,
  stdio: 'inherit',
});
const [status] = await once(compiler, 'exit');
endProgress();
if (status !== 0) process.exit(status ?? 1);

const from = join(projectDir, 'src/gen');
const to = join(projectDir, 'dist/gen');
mkdirSync(to, { recursive: true });
for (const name of readdirSync(from).filter((name) => /\.(js|json|d\.ts)$/.test(name))) {
  // Tests may be running from dist: a file that is the same stays as it is.
  if (!isSame(join(from, name), join(to, name))) copyFileSync(join(from, name), join(to, name));
}

// Both kinds of consumers use the same instance of each module: an ES module of an entry only names what the entry exports.
const require = createRequire(import.meta.url);
const entries = join(projectDir, 'dist/entries');
for (const file of readdirSync(join(projectDir, 'src/entries'))) {
  const name = file.replace(/\.ts$/, '');
  const names = Object.keys(require(join(entries, name))).filter((each) => each !== '__esModule');
  write(join(entries, `${name}.mjs`), `export { ${names.join(', ')} } from './${name}.js';\n`);
  write(join(entries, `${name}.d.mts`), `export * from './${name}.js';\n`);
}

await buildConsole();

// npm makes the file executable when it links it, but not when the file is replaced later.
chmodSync(join(projectDir, 'dist/cli/tidemark.js'), 0o755);

/** Shows on a terminal how long the compiler has been running, since the first build takes long. Returns a function that ends it. */
function showProgress() {
  const { stderr } = process;
  if (!stderr.isTTY) return () => undefined;
  const isFirst = !existsSync(join(projectDir, 'dist/cli/tidemark.js'));
  const startedMs = performance.now();
  const show = () => {
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    const remark = isFirst ? ' for the first time, which takes up to a minute' : '';
    stderr.write(`\r\x1b[KCompiling${remark}: ${seconds} s`);
  };
  show();
  const timer = setInterval(show, 1_000);
  return () => {
    clearInterval(timer);
    stderr.write('\r\x1b[K');
  };
}

function isSame(one, other) {
  return existsSync(other) && readFileSync(one).equals(readFileSync(other));
}

function write(file, text) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
