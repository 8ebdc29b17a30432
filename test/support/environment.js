require('./shared-scripts');
const { AsyncLocalStorage } = require('node:async_hooks');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/** Storages that have been used since the last test file has ended. */
const used = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  used.add(this);
  return Reflect.apply(run, this, args);
};

const { createContext } = vm;
/**
 * Returns a context whose global object is a plain one. Jest passes a proxy as global object, by which each use of a global such as
 * `Map` costs a call of it. Before Node.js 22.8 the use of a global costs a look into another object.
 */
const createPlainContext = () => createContext(vm.constants?.DONT_CONTEXTIFY);

/**
 * Jest's environment for Node.js, with a plain global object, which disables the `AsyncLocalStorage` of each test file after it. Jest
 * has a new one for each file, and never disables it: before Node.js 24, each promise of a worker costs more with every file that it
 * has run, and the hundredth file takes several times as long as the first one.
 */
module.exports = class Environment extends TestEnvironment {
  constructor(...args) {
    vm.createContext = createPlainContext;
    try {
      super(...args);
    } finally {
      vm.createContext = createContext;
    }
  }

  async teardown() {
    for (const storage of used) storage.disable();
    used.clear();
    await super.teardown();
  }
};
