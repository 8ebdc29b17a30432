const swc = [
  '@swc/jest',
  {
    sourceMaps: 'inline',
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  },
];

/** One configuration for every suite; `npm test -- test/unit/core` narrows it to a folder. */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // jose is published as ES modules alone, which Jest takes by `require` from Node 24.9 on only.
  transform: { '^.+\\.ts$': swc, '/node_modules/jose/.+\\.js$': swc },
  transformIgnorePatterns: ['/node_modules/(?!jose/)'],
  reporters: ['default', '<rootDir>/test/support/skip-reporter.js'],
  testTimeout: 30_000,
  maxWorkers: 2,
};
