/** `node -r` this to run a TypeScript file of the tests in a process of its own; transforms as Jest does. */
const { existsSync } = require('node:fs');
const Module = require('node:module');
const { dirname, resolve } = require('node:path');
const { transformFileSync } = require('@swc/core');

/** Sources name a file that is imported late as it will be called when it is built. */
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  const source = request.replace(/\.js$/, '.ts');
  const isSource =
    /^\..*\.js$/.test(request) && parent && existsSync(resolve(dirname(parent.filename), source));
  return resolveFilename.call(this, isSource ? source : request, parent, ...rest);
};

require.extensions['.ts'] = (module, file) => {
  const { code } = transformFileSync(file, {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  });
  module._compile(code, file);
};
