const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites that compute all the time, those that mostly wait, and all others, in the order in which they begin. */
const COMPUTES = [
  /\/test\/simulation\/consistency/,
  /\/test\/fuzz\/every-method/,
  /\/test\/(simulation|bench|fuzz)\//,
];
const WAITS = [
  /\/integration\/[a-z-]+\/(workers|workers-connections|app-profiles|lag-pubsub|observability)\.test/,
  /\/test\/attack\/legitimate/,
  /\/test\/(integration|attack)\//,
];

/**
 * Jest itself begins with the files that took longest the last time; on a clean clone it knows of none. Long ones that are left for
 * the end run alone, so they begin. Those that compute and those that wait take turns: side by side they leave no processor idle.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = [...super.sort(tests)];
    const [computing, waiting] = [inOrder(sorted, COMPUTES), inOrder(sorted, WAITS)];
    const mixed = [];
    for (let at = 0; at < Math.max(computing.length, waiting.length); at++) {
      mixed.push(...computing.slice(at, at + 1), ...waiting.slice(at, at + 1));
    }
    const first = new Set(mixed);
    return [...mixed, ...sorted.filter((test) => !first.has(test))];
  }
};

function inOrder(tests, patterns) {
  const rank = ({ path }) => patterns.findIndex((pattern) => pattern.test(path));
  return tests.filter((test) => rank(test) !== -1).sort((a, b) => rank(a) - rank(b));
}
