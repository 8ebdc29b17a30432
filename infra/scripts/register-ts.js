/**
 * Lets node require TypeScript: `node --require ./infra/scripts/register-ts.js file.ts`. Types are stripped by the
 * same compiler that the tests use, file by file and without checks, once for each state of a file: a script starts about as
 * quickly as if it had been built. With `--enable-source-maps` stack traces tell lines of the TypeScript; to read the maps
 * takes as long as all else, so nobody does it unasked.
 */
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, resolve } = require('node:path');
const { threadId } = require('node:worker_threads');

const OPTIONS = {
  swcrc: false,
  sourceMaps: 'inline',
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs', ignoreDynamic: false },
};
const CACHE = resolve(__dirname, '../../node_modules/.cache/register-ts');
const COMPILER = `${require('@swc/core/package.json').version} ${JSON.stringify(OPTIONS)}`;

mkdirSync(CACHE, { recursive: true });

Module._extensions['.ts'] = (module, filename) => {
  module._compile(compiled(filename), filename);
};

/** One entry for each file, which ends with the hash of what it was made of. */
function compiled(filename) {
  const source = readFileSync(filename, 'utf8');
  const mark = `\n// ${hash(COMPILER + source)}\n`;
  const entry = join(CACHE, hash(filename));
  const cached = existsSync(entry) ? readFileSync(entry, 'utf8') : '';
  if (cached.endsWith(mark)) return cached;
  const { code } = require('@swc/core').transformSync(source, { ...OPTIONS, filename });
  // Others start at the same time: they see all of it or nothing.
  const draft = `${entry}.${process.pid}.${threadId}`;
  writeFileSync(draft, code + mark);
  renameSync(draft, entry);
  return code + mark;
}

function hash(text) {
  return createHash('sha1').update(text).digest('hex');
}

/** A file that is imported late is called in the sources what it is called once it is built. */
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  const source = request.replace(/\.js$/, '.ts');
  const isSource =
    /^\..*\.js$/.test(request) && parent?.filename && existsSync(resolve(dirname(parent.filename), source));
  return resolveFilename.call(this, isSource ? source : request, parent, ...rest);
};
