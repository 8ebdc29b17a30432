const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes longest, in this order: kept for the end, one of them would run alone. */
const LONGEST = [
  /\/test\/fuzz\/every-method/,
  /\/test\/simulation\//,
  /\/test\/bench\//,
  /\/test\/integration\//,
];

/** Jest itself begins with the files that took longest the last time; on a clean clone it knows of none. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const place = LONGEST.findIndex((pattern) => pattern.test(path));
      return place === -1 ? LONGEST.length : place;
    };
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
};
