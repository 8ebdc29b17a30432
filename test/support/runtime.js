const { default: Runtime } = require('jest-runtime');

/** Sources of the modules that this worker has loaded, by path. */
const shared = new Map();

/** Sources by path, as one test file reads them: those that an earlier test file of the worker has read are not read again. */
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
 * Jest's runtime, whose test files share the sources of modules: Jest itself reads all of them anew for each test file. In watch mode,
 * where sources change while a worker lives, it does so.
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
