const vm = require('node:vm');

const { compileFunction, Script } = vm;
/** Compiled modules of this worker by file name, with the source of each. */
const compiled = new Map();

/**
 * Lets all test files of a worker share the compiled code of the modules that they load. Jest compiles a module anew for each test
 * file, by `vm.compileFunction`. A script can run in the context of each file instead, and keeps what V8 has compiled of it.
 */
vm.compileFunction = function (source, params, options) {
  // A script that imports modules at run time would need the context that it was compiled for.
  if (options?.parsingContext === undefined || /\bimport\s*\(/.test(source))
    return compileFunction(source, params, options);
  const { filename, parsingContext } = options;
  let known = compiled.get(filename);
  if (known?.source !== source) {
    const head = `(function (${params.join()}) {`;
    const script = new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
    known = { source, script };
    compiled.set(filename, known);
  }
  return known.script.runInContext(parsingContext);
};
