const vm = require('node:vm');

const { compileFunction, Script } = vm;
/** The modules that this worker has compiled, by file name: the source of each, and its script. */
const compiled = new Map();

/**
 * Lets all test files of a worker share the compiled code of the modules that they load. Jest compiles a module anew for each test
 * file, by `vm.compileFunction`. A script can run in the context of each file instead, and keeps what V8 has compiled of it.
 */
vm.compileFunction = function (source, params, options) {
  if (options?.parsingContext === undefined) return compileFunction(source, params, options);
  const { filename, parsingContext } = options;
  let known = compiled.get(filename);
  if (known?.source !== source) {
    known = { source, script: scriptOf(source, params, filename) };
    compiled.set(filename, known);
  }
  return known.script?.runInContext(parsingContext) ?? compileFunction(source, params, options);
};

/** Returns a script that returns the module's function; undefined if the module imports others at run time, for which it needs Jest. */
function scriptOf(source, params, filename) {
  if (/\bimport\s*\(/.test(source)) return undefined;
  const head = `(function (${params.join()}) {`;
  return new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
}
