const { AsyncLocalStorage } = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');

/** Storages that have been used since the last test file has ended. */
const used = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  used.add(this);
  return Reflect.apply(run, this, args);
};

/**
 * Jest's environment for Node.js, which disables the `AsyncLocalStorage` of each test file after it. Jest has a new one for each
 * file, and never disables it: before Node.js 24, each promise of a worker costs more with every file that it has run, and the
 * hundredth file takes several times as long as the first one.
 */
module.exports = class Environment extends TestEnvironment {
  async teardown() {
    for (const storage of used) storage.disable();
    used.clear();
    await super.teardown();
  }
};
