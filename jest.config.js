/** One configuration for every suite; `npm test -- test/unit/core` narrows it to a folder. */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        sourceMaps: 'inline',
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
      },
    ],
  },
  reporters: ['default', '<rootDir>/test/support/skip-reporter.js'],
  testTimeout: 30_000,
  maxWorkers: 2,
};
