import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackage, packPackage, run, type PackedPackage } from '../../support/packed-package';

const MODULES = join(__dirname, '../../../node_modules');

/** A third of what the package had before it named its files: 3,983 files with 15.8 MB. */
const FILES_MAX = 1_327;
const BYTES_MAX = 5_270_000;

const USE_ENTRIES = `
  const bigtable = await startLocalBigtable({ topology: {
    project: 'p',
    instances: { i: { clusters: { a: { region: 'eu' }, b: { region: 'us' } } } },
  } });
  await bigtable.faults.cut('eu', 'us');
  const [{ links }] = await bigtable.faults.status();
  await bigtable.stop();
  const google = Object.keys(require.cache ?? {}).filter((path) => /google-(cloud|gax|auth)|googleapis/.test(path));
  console.log(JSON.stringify({
    version: typeof VERSION,
    client: [typeof createClient, isTidemarkError(new Error())],
    status: ERROR_CODES.rate_limited.status,
    blocked: links.every(({ blocked }) => blocked),
    helper: typeof useLocalBigtable,
    name: definePipeline({ name: 'x', corpus: 'users', reads: [], writes: [], process: () => null }).name,
    google,
  }));`;

const IMPORTS: readonly (readonly [string, string])[] = [
  ['{ VERSION, ERROR_CODES }', 'tidemark'],
  ['{ createClient, isTidemarkError }', 'tidemark/client'],
  ['{ startLocalBigtable }', 'tidemark/local-bigtable'],
  ['{ useLocalBigtable }', 'tidemark/testing'],
  ['{ definePipeline }', 'tidemark/pipeline'],
];

const USED = {
  version: 'string',
  client: ['function', false],
  status: 429,
  blocked: true,
  helper: 'function',
  name: 'x',
  google: [],
};

const TYPED = `
  import { ERROR_CODES, VERSION, type ErrorCode } from 'tidemark';
  import { createClient } from 'tidemark/client';
  import { startLocalBigtable, type LocalBigtable } from 'tidemark/local-bigtable';
  import { useLocalBigtable, useTidemark } from 'tidemark/testing';
  import { definePipeline } from 'tidemark/pipeline';
  export const code: ErrorCode = 'rate_limited';
  export const status: number = ERROR_CODES[code].status;
  export const version: string = VERSION;
  export const start = (): Promise<LocalBigtable> => startLocalBigtable({ port: 0, childProcess: true });
  export const bigtable = useLocalBigtable({ tables: { users: ['profile'] }, rows: { users: { a: { 'profile:b': 'c' } } } });
  export const tidemark = useTidemark({ events: [{ userId: 'u', action: 'click', eventTime: 1, adId: 'a', insertionId: 'i' }] });
  export const counted = () => tidemark.client.counts.query({ userId: 'u', actions: ['click'], windows: ['1d'] });
  // @ts-expect-error: no such action
  export const wrongEvent = () => useTidemark({ events: [{ userId: 'u', action: 'clik', eventTime: 1, adId: 'a' }] });
  export const cut = (): Promise<void> => bigtable.faults.cut('eu', 'us', { forMs: 1_000 });
  export default definePipeline({ name: 'x', corpus: 'users', reads: [], writes: [], process: () => null });
  export const client = createClient({ url: 'http://127.0.0.1:8080' });
  // @ts-expect-error: no such option
  export const wrongClient = createClient({ url: 'http://127.0.0.1:8080', tokn: 'x' });
  // @ts-expect-error: no such code
  export const wrongCode: ErrorCode = 'rate_limit';
  // @ts-expect-error: the region is missing
  export const wrongTopology = () => startLocalBigtable({ topology: { instances: { i: { clusters: { a: {} } } } } });
  // @ts-expect-error: no such option
  export const wrongOption = () => startLocalBigtable({ prot: 0 });
  // @ts-expect-error: a pipeline has a name
  export const wrongPipeline = definePipeline({ corpus: 'users', reads: [], writes: [], process: () => null });
`;

describe('the package', () => {
  let folder: string;
  let app: string;
  let packed: PackedPackage;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-package-'));
    app = join(folder, 'app');
    packed = packPackage(folder);
    installPackage(packed.tarball, app, ['@types/node']);
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has few files and bytes, and nothing but what its entries need', () => {
    expect(packed.files.length).toBeLessThanOrEqual(FILES_MAX);
    expect(packed.unpackedBytes).toBeLessThanOrEqual(BYTES_MAX);
    const unneeded = /\.(map|tsbuildinfo|npmignore)$|^(src|test|docs|infra\/(?!examples\/topologies))|sbom/;
    expect(packed.files.filter((path) => unneeded.test(path))).toEqual([]);
    expect(packed.files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'dist/workers/worker.js',
        'dist/embedded/server-process.js',
      ]),
    );
  });

  it('has entries that ES modules import, and that load no package of Google', () => {
    const lines = IMPORTS.map(([names, from]) => `import ${names} from '${from}';`);
    const require =
      "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);";
    writeFileSync(join(app, 'use.mjs'), [require, ...lines, USE_ENTRIES].join('\n'));
    expect(JSON.parse(run(process.execPath, ['use.mjs'], app))).toEqual(USED);
  });

  it('has entries that CommonJS modules require, and that load no package of Google', () => {
    const lines = IMPORTS.map(([names, from]) => `const ${names} = require('${from}');`);
    writeFileSync(join(app, 'use.cjs'), [...lines, `(async () => {${USE_ENTRIES}})();`].join('\n'));
    expect(JSON.parse(run(process.execPath, ['use.cjs'], app))).toEqual(USED);
  });

  it('starts a Bigtable in a process of its own, which reports why it cannot start', () => {
    const script = `
      const { startLocalBigtable } = require('tidemark/local-bigtable');
      (async () => {
        const bigtable = await startLocalBigtable({ childProcess: true });
        const instances = await bigtable.faults.status();
        const { code, field } = await startLocalBigtable({ childProcess: true, port: bigtable.port }).catch((error) => error);
        await bigtable.stop();
        console.log(JSON.stringify({ instances, code, field }));
      })();`;
    writeFileSync(join(app, 'child.cjs'), script);
    const expected = { instances: [], code: 'invalid_argument', field: 'port' };
    expect(JSON.parse(run(process.execPath, ['child.cjs'], app))).toEqual(expected);
  });

  it('has types for node16 and bundler resolution, with which misspelt code does not compile', () => {
    const options = { strict: true, noEmit: true, skipLibCheck: false, target: 'ES2022', types: ['node'] };
    const tsc = join(MODULES, 'typescript-native/bin/tsc');
    for (const { files, ...resolution } of [
      // Without the library of browsers, which the types do not need.
      { module: 'node16', moduleResolution: 'node16', lib: ['ES2022'], files: ['use.mts', 'use.cts'] },
      { module: 'esnext', moduleResolution: 'bundler', files: ['use.mts'] },
    ]) {
      for (const file of files) writeFileSync(join(app, file), TYPED);
      const compilerOptions = { ...options, ...resolution };
      writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      expect(run(process.execPath, [tsc, '-p', '.'], app)).toBe('');
    }
  }, 120_000);

  it('passes publint and @arethetypeswrong/cli', () => {
    const publint = join(MODULES, 'publint/src/cli.js');
    expect(run(process.execPath, [publint, packed.tarball, '--strict'], folder)).toContain('All good!');
    const attw = join(MODULES, '@arethetypeswrong/cli/dist/index.js');
    const args = [attw, packed.tarball, '--profile', 'node16', '--format', 'json'];
    interface Problem {
      readonly resolutionKind: string;
    }
    const { problems } = JSON.parse(run(process.execPath, args, folder)) as {
      problems: Record<string, Problem[]>;
    };
    // The resolution of TypeScript before 4.7 knows no `exports`.
    expect(
      Object.values(problems)
        .flat()
        .filter(({ resolutionKind }) => resolutionKind !== 'node10'),
    ).toEqual([]);
  }, 120_000);

  it('has a command that runs without packages of development', () => {
    const bin = join(app, 'node_modules/tidemark/dist/cli/tidemark.js');
    expect(run(process.execPath, [bin, '--help'], app)).toContain('Usage: tidemark');
    expect(run(process.execPath, [bin, 'count', '--help'], app)).toContain('Usage: tidemark count');
    // It loads every command.
    expect(run(process.execPath, [bin, 'completion', 'bash'], app)).toContain('--grpc-port');
    expect(readdirSync(join(app, 'node_modules'))).not.toContain('@google-cloud/bigtable');
  });
});
