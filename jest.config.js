const swc = [
  '@swc/jest',
  {
    sourceMaps: 'inline',
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  },
];

// The tests' servers are all on this machine: a proxy of the machine's does not lead to them.
for (const name of Object.keys(process.env))
  if (/^(http|https|grpc|all)_proxy$/i.test(name)) delete process.env[name];

/** One configuration for every suite; `npm test -- test/unit/core` narrows it to a folder. */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // jose is published as ES modules alone. Jest loads these by `require` from Node 24.9 on, and only with --experimental-vm-modules.
  transform: { '^.+\\.ts$': swc, '/node_modules/jose/.+\\.js$': swc },
  transformIgnorePatterns: ['/node_modules/(?!jose/)'],
  // A file that is imported late is called in the sources what it is called once it is built.
  // Properties go by a seed, too, which is the same every time.
  moduleNameMapper: {
    '^(.*/src/cli/.*)\\.js$': '$1',
    '^(\\./local-control)\\.js$': '$1',
    '^fast-check$': '<rootDir>/test/support/seeded-fast-check.js',
  },
  reporters: ['default', '<rootDir>/test/support/skip-reporter.js'],
  // Only what hangs takes so long: no test goes by the machine's pace.
  testTimeout: 480_000,
  // Tests wait as often as they compute: for leases, deadlines and processes. Some more of them than a small machine has cores.
  maxWorkers: 4,
  testSequencer: '<rootDir>/test/support/longest-first.js',
};
