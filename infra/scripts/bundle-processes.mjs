/**
 * Bundles the programs that tests start hundreds of times, each into a file that register-ts.js loads instead of a thousand modules: a
 * process starts with 0.35 s of processor time instead of 0.6. Once a source has changed, processes load the sources again. Benchmarks
 * measure modules, so nothing but `.ci/run` makes bundles.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const { bundleOf, SHARED_FILE } = createRequire(import.meta.url)('./process-bundles.js');

/** Runs the service if it is the program, and otherwise exports how to. */
const MAIN = 'src/main.ts';
const PROGRAMS = [
  MAIN,
  'src/workers/worker.ts',
  'src/cli/tidemark.ts',
  'src/embedded/server-process.ts',
  ...['command', 'eraser', 'generation', 'mover'].map((name) => `test/support/${name}-child.ts`),
  ...['embedded-server', 'counts/service-process', 'http/contestant', 'ingest/worker'].map(
    (name) => `test/bench/${name}.ts`,
  ),
  ...['consent-worker', 'erasure-process'].map((name) => `test/bench/privacy/${name}.ts`),
  ...['mover', 'reader', 'store', 'turns', 'worker'].map((name) => `test/bench/residency/${name}.ts`),
];

/** Packages with native parts, which are found by their own paths, and packages that few processes load. */
const EXTERNAL = ['@google-cloud/bigtable', '@swc/core', 'classic-level'];

/**
 * Packages of a thousand modules that some processes load, with each other: a file of their own, of which a process evaluates what it
 * loads.
 */
const SHARED = ['@google-cloud/pubsub', '@grpc/grpc-js', 'google-auth-library'];

/** Lets each module keep its own `__dirname` and `__filename`, by which it finds programs and files. */
const ownPaths = {
  name: 'own-paths',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|js)$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const used = Object.entries({ __dirname: dirname(path), __filename: path }).filter(([name]) =>
        text.includes(name),
      );
      if (used.length === 0) return undefined;
      const declared = used.map(([name, value]) => `;var ${name} = ${JSON.stringify(value)};`).join('');
      // A directive such as 'use strict' has to stay the first statement.
      const [head] = /^(?:#!.*\n)?(?:\s*['"]use strict['"])?/.exec(text);
      return {
        contents: head + declared + text.slice(head.length),
        loader: path.endsWith('.ts') ? 'ts' : 'js',
      };
    });
  },
};

/** Leaves out tables of character sets, an eighth of the code, which are loaded for texts that are not UTF-8 alone. */
const withoutCharacterSets = {
  name: 'without-character-sets',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/encodings$/ }, ({ importer, resolveDir }) =>
      importer.includes('iconv-lite')
        ? { path: resolve(resolveDir, '../encodings'), external: true }
        : undefined,
    );
  },
};

/** Loads the shared packages from their file. */
const fromSharedFile = {
  name: 'from-shared-file',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@?[a-z]/ }, ({ path }) =>
      SHARED.includes(path) ? { path, namespace: 'shared' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'shared' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(SHARED_FILE)})[${JSON.stringify(path)}]();`,
    }));
  },
};

const COMMON = {
  absWorkingDir: projectDir,
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node22',
  format: 'cjs',
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'error',
};

const [shared, { metafile, outputFiles }] = await Promise.all([
  build({
    ...COMMON,
    stdin: {
      contents: `module.exports = {${SHARED.map((name) => `'${name}': () => require('${name}')`).join()}};`,
      resolveDir: projectDir,
    },
    plugins: [ownPaths],
  }),
  build({
    ...COMMON,
    entryPoints: PROGRAMS,
    outdir: 'bundles',
    metafile: true,
    external: [...EXTERNAL, SHARED_FILE],
    plugins: [fromSharedFile, ownPaths, withoutCharacterSets],
  }),
]);

mkdirSync(dirname(SHARED_FILE), { recursive: true });
writeFileSync(SHARED_FILE, shared.outputFiles[0].text);

for (const [output, { entryPoint, inputs }] of Object.entries(metafile.outputs)) {
  const sources = Object.keys(inputs).filter((path) => !/^(node_modules\/|shared:)/.test(path));
  const stamps = [...sources, 'package-lock.json'].map((path) => {
    const { mtimeMs, size } = statSync(join(projectDir, path));
    return [path, mtimeMs, size];
  });
  const bundle = bundleOf(join(projectDir, entryPoint));
  const { text } = outputFiles.find(({ path }) => path === join(projectDir, output));
  // In the bundle of another program, it would take itself for the program.
  writeFileSync(bundle.code, entryPoint === MAIN ? text : text.replaceAll('require.main===module', 'false'));
  writeFileSync(bundle.inputs, JSON.stringify(stamps));
}
