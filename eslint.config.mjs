import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { importX } from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import noImportCycle from './infra/eslint/no-import-cycle.mjs';

/** The layers that each layer may import. Data and dependencies flow one way; only the CLI, `embedded` and tests import `local-bigtable`. */
const LAYERS = {
  // Runs in browsers, too: it imports itself and generated types.
  client: ['gen'],
  // Runs in browsers only: it is a client of the API like any other.
  console: ['client', 'gen'],
  core: ['errors'],
  errors: [],
  gen: [],
  platform: ['errors'],
  config: ['core', 'errors', 'platform'],
  codec: ['core', 'errors', 'gen'],
  'routing/topology': ['core', 'errors', 'platform', 'config'],
  bigtable: ['core', 'errors', 'gen', 'platform', 'config'],
  routing: ['core', 'errors', 'platform', 'config', 'bigtable'],
  consistency: ['core', 'errors', 'platform', 'config', 'bigtable', 'routing'],
  residency: ['core', 'errors', 'platform', 'config', 'bigtable', 'consistency'],
  privacy: ['core', 'errors', 'platform', 'config', 'bigtable', 'consistency'],
  operations: ['core', 'errors', 'platform', 'config', 'codec', 'bigtable', 'consistency', 'residency'],
  http: ['core', 'errors', 'platform', 'config', 'codec', 'operations'],
  // A second front of the same endpoints: their handlers, limits and access control.
  grpc: ['core', 'errors', 'gen', 'platform', 'config', 'codec', 'operations', 'http'],
  ingest: ['core', 'errors', 'platform', 'config', 'codec', 'operations'],
  'local-bigtable': ['core', 'errors', 'gen', 'platform', 'config', 'routing/topology'],
  store: [
    'core',
    'errors',
    'platform',
    'config',
    'bigtable',
    'routing',
    'consistency',
    'residency',
    'privacy',
  ],
  embedded: [
    'core',
    'errors',
    'platform',
    'config',
    'bigtable',
    'client',
    'local-bigtable',
    'routing/topology',
  ],
  // What other projects import: re-exports only.
  entries: ['errors', 'platform', 'core', 'client', 'embedded'],
  'app-operations': ['core', 'errors', 'platform', 'config', 'codec', 'store', 'operations', 'http'],
  app: [
    'core',
    'errors',
    'platform',
    'config',
    'codec',
    'store',
    'operations',
    'http',
    'grpc',
    'ingest',
    'app-operations',
  ],
  workers: ['errors', 'platform', 'config', 'store', 'http', 'app'],
  main: ['errors', 'platform', 'config', 'workers', 'app'],
  cli: [
    'core',
    'errors',
    'platform',
    'config',
    'codec',
    'bigtable',
    'routing',
    'consistency',
    'residency',
    'store',
    'operations',
    'http',
    'ingest',
    'local-bigtable',
    'embedded',
    'app',
    'workers',
    'main',
  ],
};

const FILES = ['errors', 'app-operations', 'app', 'main'];
const path = (layer) => (FILES.includes(layer) ? `./${layer}.ts` : `./${layer}`);

/** Each layer may import itself and those named beside it, nothing else of `src`. */
const zones = Object.entries(LAYERS).map(([layer, allowed]) => ({
  target: `./src/${path(layer).slice(2)}`,
  from: './src',
  except: [layer, ...allowed].map(path),
  message: `src/${layer} may import ${allowed.join(', ') || 'nothing of src'} only.`,
}));

/** Code outside of the embedded Bigtable imports its index only. */
const LOCAL_BIGTABLE_INDEX = {
  from: './src/local-bigtable',
  except: ['./index.ts'],
  message: 'Import src/local-bigtable/index.ts instead.',
};

/**
 * Commands call operations and print answers themselves. Those that run as services have one thing of `http`: the admin server, so
 * that all long-running processes have the same probes and metrics. `doctor` checks access files as the API reads them.
 */
const CLI_WITHOUT_HTTP = {
  target: './src/cli',
  from: './src/http',
  except: ['./server/admin-server.ts', './access/check-access.ts'],
  message:
    'Commands import only the admin server and the check of access files of src/http: share code with the API in codec, core or operations.',
};

/** Tests of the embedded Bigtable itself and their helpers. */
const LOCAL_BIGTABLE_TESTS = [
  'test/unit/local-bigtable/**',
  'test/integration/local-bigtable/**',
  'test/support/local-bigtable/**',
  'test/conformance/**',
  'test/simulation/replication/**',
];

/** Calls that are tempting for lists of any length: their arguments overflow the stack at some 120,000. */
const SPREAD_ARGUMENTS = {
  selector:
    'CallExpression[callee.property.name=/^(push|unshift|splice|concat|append|max|min|of|fromCharCode|fromCodePoint)$/] > SpreadElement',
  message: 'Use appendAll, maxOf or minOf of core/lists: spread arguments overflow the stack in long lists.',
};

/** Properties and elements are written out: a literal within a literal only hides them. */
const SPREAD_LITERALS = [
  { selector: 'ObjectExpression > SpreadElement > ObjectExpression', message: 'Write the properties out.' },
  { selector: 'ArrayExpression > SpreadElement > ArrayExpression', message: 'Write the elements out.' },
];

/** V8 keeps the context of each generator function that was called until the next full collection. */
const GENERATOR_EXPRESSIONS = {
  selector: ':not(MethodDefinition, Property) > FunctionExpression[generator=true][async=false]',
  message:
    'Declare the generator function in the module: one for each request keeps what it captures in memory.',
};

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', 'src/gen/', 'test/gen/', 'node_modules/', 'docs/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    // Rules that need types are oxlint's (.oxlintrc.json): its type checker takes a tenth of the time.
    extends: [...tseslint.configs.recommended, importX.flatConfigs.typescript],
    plugins: { 'import-x': importX, tidemark: { rules: { 'no-import-cycle': noImportCycle } } },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver()],
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'tidemark/no-import-cycle': 'error',
      'import-x/no-self-import': 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', ...SPREAD_LITERALS],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        {
          basePath: import.meta.dirname,
          zones: [
            ...zones,
            { ...LOCAL_BIGTABLE_INDEX, target: './src/cli' },
            { ...LOCAL_BIGTABLE_INDEX, target: './src/embedded' },
            CLI_WITHOUT_HTTP,
          ],
        },
      ],
      'no-restricted-syntax': ['error', SPREAD_ARGUMENTS, GENERATOR_EXPRESSIONS, ...SPREAD_LITERALS],
    },
  },
  {
    files: ['test/**/*.ts'],
    ignores: LOCAL_BIGTABLE_TESTS,
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        { basePath: import.meta.dirname, zones: [{ ...LOCAL_BIGTABLE_INDEX, target: './test' }] },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    // The console has the clock of its browser.
    ignores: ['src/platform/**', 'src/config/index.ts', 'src/client/runtime.ts', 'src/console/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'setTimeout', message: 'Use platform/clock so that simulations control time.' },
        { name: 'setInterval', message: 'Use platform/clock so that simulations control time.' },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Use platform/clock.' },
        { object: 'Math', property: 'random', message: 'Use platform/random.' },
        { object: 'process', property: 'env', message: 'Only src/config reads the environment.' },
      ],
    },
  },
  { files: ['examples/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['src/client/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^[^.]', message: 'The client needs no package and nothing of Node.js.' }] },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        module: 'writable',
        console: 'readonly',
        fetch: 'readonly',
        performance: 'readonly',
        require: 'readonly',
        __dirname: 'readonly',
      },
    },
  },
);
