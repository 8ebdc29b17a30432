const { default: Runtime } = require('jest-runtime');

/** Sources of the modules that this worker has loaded, by path. */
const shared = new Map();

/** Sources by path for one test file. A file that an earlier test file of the worker has read is not read again. */
class Sources extends Map {
  get(path) {
    return super.get(path) ?? shared.get(path);
  }

  set(path, source) {
    shared.set(path, source);
    return super.set(path, source);
  }
}

/**
 * Jest's runtime, but the test files of a worker share the sources of modules, which Jest itself reads again for each test file. They
 * share none in watch mode, where sources change between two runs of the same worker.
 */
module.exports = class SharedSources extends Runtime {
  constructor(config, environment, resolver, transformer, sources, coverage, testPath, globalConfig) {
    const isWatching = globalConfig?.watch || globalConfig?.watchAll;
    super(
      config,
      environment,
      resolver,
      transformer,
      isWatching ? sources : new Sources(sources),
      coverage,
      testPath,
      globalConfig,
    );
  }
};
