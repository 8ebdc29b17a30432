/**
 * Prepares dist/ for `npm pack`, after a build: writes dist/.npmignore, which leaves out all files that no entry of the package
 * needs, merges modules (merge-modules.mjs), and removes comments from the rest. The entries are those of `bin` and `exports`, and the
 * files that a process or a thread is started with. The next build makes dist/ anew.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { transformSync } from 'esbuild';
import { projectDir } from './generated-file.mjs';
import { groupModules, mergeModules } from './merge-modules.mjs';

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

/** Folders whose code loses its white space: stack traces keep the names of functions, and have columns instead of lines. */
const WITHOUT_SPACE = ['gen', 'config', 'local-bigtable'];

/** Relative modules that JavaScript loads, and those that declarations refer to. */
const IMPORTS = /(?:\brequire\(|\bimport\(|\bfrom\s|\bimport\s)\s*["'](\.{1,2}\/[^"']+)["']/g;

/** Modules that are loaded later than at the start of a module, if at all. */
const LATER_IMPORTS = /\bimport\(\s*["'](\.{1,2}\/[^"']+)["']/g;

/** Folders whose modules stay files of their own: applications load them, or they are generated. */
const UNMERGED = ['client', 'entries', 'gen'];

const files = new Set();
/** Modules that load each module at their start. */
const loaders = new Map();
/** Modules that are not merged into others. */
const apart = new Set();
const declared = [...Object.values(bin), ...pathsIn(exports)].map((path) => resolve(values.folder, path));
for (const path of declared.filter((each) => each.startsWith(dist))) add(path);
for (const path of STARTED) add(join(dist, path));

for (const [owner, modules] of groupModules(loaders, apart, dist)) {
  if (modules.length === 1) replace(owner, smaller(owner));
  else {
    const options = { dist, src: join(projectDir, 'src'), minifyWhitespace: isWithoutSpace(owner) };
    replace(owner, await mergeModules(owner, modules, options));
  }
  for (const module of modules) if (module !== owner) files.delete(module);
}

// The console's files are read by the server as they are.
for (const name of readdirSync(join(dist, 'console'))) files.add(join(dist, 'console', name));

const kept = Array.from(files, (file) => `!/${relative(dist, file)}`).sort();
writeFileSync(
  join(dist, '.npmignore'),
  ['# Written by package-files.mjs.', '/**', '!**/', ...kept, ''].join('\n'),
);
// Otherwise the compiler would take the changed files for its own.
rmSync(join(dist, '.tsbuildinfo'), { force: true });

function pathsIn(value) {
  return typeof value === 'string' ? [value] : Object.values(value).flatMap(pathsIn);
}

/** Adds a file and all that it refers to. */
function add(file, loader) {
  if (file.endsWith('.js')) addLoader(file, loader);
  if (files.has(file)) return;
  if (!existsSync(file))
    throw new Error(`${relative(values.folder, file)} is missing: run \`npm run build\``);
  files.add(file);
  if (file.endsWith('.json')) return;
  const isDeclaration = /\.d\.m?ts$/.test(file);
  const text = readFileSync(file, 'utf8');
  const targetOf = ([, target]) => resolved(resolve(dirname(file), target), isDeclaration);
  const later = new Set(isDeclaration ? [] : Array.from(text.matchAll(LATER_IMPORTS), targetOf));
  if (isUnmerged(file, text)) apart.add(file);
  for (const match of text.matchAll(IMPORTS)) {
    const target = targetOf(match);
    add(target, later.has(target) ? undefined : file);
  }
}

function addLoader(file, loader) {
  if (!loaders.has(file)) loaders.set(file, new Set());
  if (loader === undefined) apart.add(file);
  else loaders.get(file).add(loader);
}

/** Whether a module stays a file of its own, since it finds files by its own path, for instance. */
function isUnmerged(file, text) {
  return UNMERGED.includes(relative(dist, dirname(file))) || /\b__(?:dirname|filename)\b/.test(text);
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

/**
 * Returns the code of a module without comments and with shorter syntax. Generated code, which no stack trace is read for, loses
 * names of variables too.
 */
function smaller(file) {
  const isGenerated = dirname(file) === join(dist, 'gen');
  // Node.js finds the names that an entry, or all that it exports again, has for ES modules by plain assignments.
  const minifySyntax = !['entries', 'client'].includes(relative(dist, dirname(file)));
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    minifyWhitespace: isWithoutSpace(file),
    minifyIdentifiers: isGenerated,
    minifySyntax,
    target: 'node20',
  });
  return code;
}

function isWithoutSpace(file) {
  return WITHOUT_SPACE.includes(relative(dist, file).split(sep)[0]);
}

/** Other processes may read the file: it is replaced as a whole. */
function replace(file, code) {
  writeFileSync(`${file}.new`, code, { mode: statSync(file).mode });
  renameSync(`${file}.new`, file);
}
