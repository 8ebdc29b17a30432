// By its path: `fast-check` itself leads here.
const fastCheck = require('../../node_modules/fast-check/lib/cjs/fast-check.js');
const { TEST_SEED } = require('./test-seed');

/** What tests get for `fast-check`: its properties go by the seed of all random tests, too. */
fastCheck.configureGlobal({ seed: TEST_SEED });
module.exports = fastCheck;
