module.exports = { testMatch: ['**/*.jest.js'] };
