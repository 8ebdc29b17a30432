const vm = require('node:vm');

const { compileFunction, Script } = vm;
/** The modules that this worker has compiled, by file name: the source of each, and its script. */
const compiled = new Map();

/**
 * Replaces `vm.compileFunction`, by which Jest compiles each module anew for each test file. The module is compiled once per worker, as
 * a script, which runs in the context of each test file.
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

/** Returns a script whose value is the module's function; undefined if the module has an `import()`, which needs Jest's resolver. */
function scriptOf(source, params, filename) {
  if (/\bimport\s*\(/.test(source)) return undefined;
  const head = `(function (${params.join()}) {`;
  return new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
}
