// By its path: `fast-check` itself leads here.
const fastCheck = require('../../node_modules/fast-check/lib/cjs/fast-check.js');
const { TEST_SEED } = require('./test-seed');

/** Replacement for `fast-check` in tests: its properties use the seed of all random tests. */
fastCheck.configureGlobal({ seed: TEST_SEED });
module.exports = fastCheck;
