/**
 * Lets node require TypeScript: `node --require ./infra/scripts/register-ts.js file.ts`. Types are stripped by the
 * same compiler that the tests use, file by file and without checks, so that a script starts in a fraction of a second.
 */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
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
