const swc = [
  '@swc/jest',
  {
    sourceMaps: 'inline',
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  },
];

// The tests' servers all run on this machine: a proxy that the environment names does not lead to them.
for (const name of Object.keys(process.env))
  if (/^(http|https|grpc|all)_proxy$/i.test(name)) delete process.env[name];

/** Options of every project. */
const COMMON = {
  rootDir: __dirname,
  roots: ['<rootDir>/test'],
  runtime: '<rootDir>/test/support/runtime.js',
  testEnvironment: '<rootDir>/test/support/environment.js',
  // jose is published as ES modules alone. Jest loads these by `require` from Node 24.9 on, and only with --experimental-vm-modules.
  transform: { '^.+\\.ts$': swc, '/node_modules/jose/.+\\.js$': swc },
  transformIgnorePatterns: ['/node_modules/(?!jose/)'],
  setupFilesAfterEnv: ['<rootDir>/test/support/timeouts.js', '<rootDir>/test/support/equal-bytes.js'],
  moduleNameMapper: {
    // A file of src that is imported at run time has the extension of the built file.
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // Examples import the client as applications do.
    '^tidemark/client$': '<rootDir>/src/client/index.ts',
    // Property tests use a fixed seed.
    '^fast-check$': '<rootDir>/test/support/seeded-fast-check.js',
  },
};

/**
 * The suites, by what they need and how long they take; `npx jest --selectProjects unit` runs one of them, and
 * `npx jest test/unit/core` one folder.
 */
const PROJECTS = {
  unit: [
    'test/unit/**/*.test.ts',
    '!**/test/unit/{docs,infra,terraform,style}/**',
    '!**/*.{property,simulation,server}.test.ts',
  ],
  // Beside the code that they are about: tests that need servers, sockets, threads or processes.
  server: ['test/unit/**/*.server.test.ts'],
  integration: [
    'test/{integration,attack}/**/*.test.ts',
    '!**/test/integration/infra/**',
    '!**/*-docs.test.ts',
  ],
  conformance: ['test/conformance/**/*.test.ts'],
  // Beside the code that they are about: the properties and simulations that take seconds.
  simulation: ['test/{simulation,fuzz,bench}/**/*.test.ts', 'test/unit/**/*.{property,simulation}.test.ts'],
  infra: ['test/unit/{infra,terraform}/**/*.test.ts', 'test/integration/infra/**/*.test.ts'],
  docs: ['test/unit/{docs,style}/**/*.test.ts', '**/test/integration/**/*-docs.test.ts'],
};

module.exports = {
  projects: Object.entries(PROJECTS).map(([displayName, patterns]) => ({
    ...COMMON,
    displayName,
    testMatch: patterns.map((pattern) => (/^!?\*\*/.test(pattern) ? pattern : `<rootDir>/${pattern}`)),
  })),
  reporters: ['default', '<rootDir>/test/support/skip-reporter.js'],
  // Tests wait as often as they compute: for leases, deadlines and processes. Some more of them than a small machine has cores.
  maxWorkers: 5,
  testSequencer: '<rootDir>/test/support/longest-first.js',
};
