// Without a transform: plain JavaScript needs none, and by default Jest passes it through Babel.
module.exports = { testMatch: ['**/*.jest.js'], transform: {} };
