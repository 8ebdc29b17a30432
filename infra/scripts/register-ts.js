/**
 * Lets node require TypeScript: `node --require ./infra/scripts/register-ts.js file.ts`. Types are stripped by the
 * same compiler that the tests use, file by file and without checks, so that a script starts in a fraction of a second.
 */
const { existsSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, resolve } = require('node:path');
const { transformSync } = require('@swc/core');

const OPTIONS = {
  swcrc: false,
  sourceMaps: 'inline',
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs', ignoreDynamic: false },
};

process.setSourceMapsEnabled(true);

Module._extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...OPTIONS, filename });
  module._compile(code, filename);
};

/** A file that is imported late is called in the sources what it is called once it is built. */
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  const source = request.replace(/\.js$/, '.ts');
  const isSource =
    /^\..*\.js$/.test(request) && parent?.filename && existsSync(resolve(dirname(parent.filename), source));
  return resolveFilename.call(this, isSource ? source : request, parent, ...rest);
};
