/**
 * Lets Node.js require TypeScript: `node --require ./infra/scripts/register-ts.js file.ts`. The compiler of the tests
 * strips the types, file by file and without type checks, and caches the result: a script starts about as
 * quickly as a compiled one. With `--enable-source-maps`, stack traces have TypeScript lines; reading the maps
 * doubles the start time, so it is off by default.
 */
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, resolve } = require('node:path');
const { freshBundle } = require('./process-bundles.js');

const OPTIONS = {
  swcrc: false,
  sourceMaps: 'inline',
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs', ignoreDynamic: false },
};
const CACHE = resolve(__dirname, '../../node_modules/.cache/register-ts');

mkdirSync(CACHE, { recursive: true });
// From Node 22 on, processes also share the compiled code of V8.
Module.enableCompileCache?.(join(CACHE, 'v8'));

Module._extensions['.ts'] = (module, filename) => {
  // A program may have been bundled with all that it imports.
  const isProgram = module.id === '.';
  module._compile((isProgram && freshBundle(filename)) || compiled(filename), filename);
};

let compiler;

/** Returns the cached code of a file. An entry ends with the hash of its source. */
function compiled(filename) {
  compiler ??= `${require('@swc/core/package.json').version} ${JSON.stringify(OPTIONS)}`;
  const source = readFileSync(filename, 'utf8');
  const mark = `\n// ${hash(compiler + source)}\n`;
  const entry = join(CACHE, hash(filename));
  const cached = existsSync(entry) ? readFileSync(entry, 'utf8') : '';
  if (cached.endsWith(mark)) return cached;
  const { code } = require('@swc/core').transformSync(source, { ...OPTIONS, filename });
  // A rename is atomic, so that processes starting at the same time see the whole file or none.
  const draft = `${entry}.${process.pid}.${require('node:worker_threads').threadId}`;
  writeFileSync(draft, code + mark);
  renameSync(draft, entry);
  return code + mark;
}

function hash(text) {
  return require('node:crypto').createHash('sha1').update(text).digest('hex');
}

/** Resolves dynamic imports, which name files with their compiled extension. */
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  const source = request.replace(/\.js$/, '.ts');
  const isSource =
    /^\..*\.js$/.test(request) && parent?.filename && existsSync(resolve(dirname(parent.filename), source));
  return resolveFilename.call(this, isSource ? source : request, parent, ...rest);
};
