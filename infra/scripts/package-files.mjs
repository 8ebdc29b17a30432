/**
 * Prepares dist/ for `npm pack`, after a build: writes dist/.npmignore, which leaves out all files that no entry of the package
 * needs, and removes comments from the rest. The entries are those of `bin` and `exports`, and the files that a process or a thread
 * is started with. The next build makes dist/ anew.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { transformSync } from 'esbuild';
import { projectDir } from './generated-file.mjs';

const { values } = parseArgs({ options: { folder: { type: 'string', default: projectDir } } });
const dist = join(values.folder, 'dist');
const { bin, exports } = JSON.parse(readFileSync(join(values.folder, 'package.json'), 'utf8'));

/** Files that a process or a thread is started with; their paths are put together at run time. */
const STARTED = [
  'embedded/server-process.js',
  'main.js',
  'operations/pipelines/threads/thread-entry.js',
  'workers/worker.js',
];

/** Relative modules that JavaScript loads, and those that declarations refer to. */
const IMPORTS = /(?:\brequire\(|\bimport\(|\bfrom\s|\bimport\s)\s*["'](\.{1,2}\/[^"']+)["']/g;

const files = new Set();
const declared = [...Object.values(bin), ...pathsIn(exports)].map((path) => resolve(values.folder, path));
for (const path of declared.filter((each) => each.startsWith(dist))) add(path);
for (const path of STARTED) add(join(dist, path));

// The console's files are read by the server as they are.
for (const name of readdirSync(join(dist, 'console'))) files.add(join(dist, 'console', name));

const kept = Array.from(files, (file) => `!/${relative(dist, file)}`).sort();
writeFileSync(
  join(dist, '.npmignore'),
  ['# Written by package-files.mjs.', '/**', '!**/', ...kept, ''].join('\n'),
);
for (const file of files)
  if (file.endsWith('.js') && dirname(file) !== join(dist, 'console')) makeSmaller(file);
// Otherwise the compiler would take the smaller files for its own.
rmSync(join(dist, '.tsbuildinfo'), { force: true });

function pathsIn(value) {
  return typeof value === 'string' ? [value] : Object.values(value).flatMap(pathsIn);
}

/** Adds a file and all that it refers to. */
function add(file) {
  if (files.has(file)) return;
  if (!existsSync(file))
    throw new Error(`${relative(values.folder, file)} is missing: run \`npm run build\``);
  files.add(file);
  if (file.endsWith('.json')) return;
  const isDeclaration = /\.d\.m?ts$/.test(file);
  for (const [, target] of readFileSync(file, 'utf8').matchAll(IMPORTS))
    add(resolved(resolve(dirname(file), target), isDeclaration));
}

function resolved(target, isDeclaration) {
  const plain = target.replace(/\.js$/, '');
  const candidates = isDeclaration
    ? [`${plain}.d.ts`, join(plain, 'index.d.ts')]
    : [target, `${plain}.js`, join(plain, 'index.js')];
  const found = candidates.find((path) => /\.\w+$/.test(path) && existsSync(path));
  if (found === undefined) throw new Error(`${relative(values.folder, target)} is not in dist`);
  return found;
}

/** Removes comments, shortens syntax, and removes white space from generated code. Other processes may read the file: it is replaced as a whole. */
function makeSmaller(file) {
  const minifyWhitespace = dirname(file) === join(dist, 'gen');
  // Node.js finds the names that an entry, or all that it exports again, has for ES modules by plain assignments.
  const minifySyntax = !['entries', 'client'].includes(relative(dist, dirname(file)));
  const options = { minifyWhitespace, minifySyntax, target: 'node20' };
  const { code } = transformSync(readFileSync(file, 'utf8'), options);
  writeFileSync(`${file}.new`, code, { mode: statSync(file).mode });
  renameSync(`${file}.new`, file);
}
