import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalBigtable, type LocalBigtable } from '../../../src/local-bigtable/index';
import { parseCompose } from '../../support/compose-file';
import { assembleImage, productionPackages } from '../../support/image/assemble-image';
import { buildContext, dockerIgnore } from '../../support/image/build-context';
import { parseDockerfile } from '../../support/image/dockerfile';
import { dockerfileProblems } from '../../support/image/dockerfile-problems';
import { startImage, type ImageProcess } from '../../support/image/image-process';
import { freePort } from '../../support/free-port';

const PROJECT_DIR = join(__dirname, '../../..');
const dockerfile = readFileSync(join(PROJECT_DIR, 'infra/docker/Dockerfile'), 'utf8');
const context = buildContext(PROJECT_DIR);
const { services } = parseCompose(readFileSync(join(PROJECT_DIR, 'infra/compose/compose.yaml'), 'utf8'));

describe('the Dockerfile', () => {
  it('has nothing that its linter or the rules of this project refuse', () => {
    expect(dockerfileProblems(dockerfile, context)).toEqual([]);
  });

  it.each([
    ['an instruction that does not exist', /^EXPOSE/m, 'EXPOSES', /Unknown instruction/],
    ['a port that is none', 'EXPOSE 8080', 'EXPOSE http', /Invalid containerPort/],
    ['root at the end', 'USER 65532:65532', 'USER root', /ends as the user root/],
    ['no user', /^USER.*$/m, '', /ends as the user root/],
    [
      'a user that Kubernetes cannot distinguish from root',
      'USER 65532:65532',
      'USER nonroot',
      /user nonroot/,
    ],
    [
      'an entry point that needs a shell',
      /^ENTRYPOINT.*$/m,
      'ENTRYPOINT node tidemark.js',
      /ENTRYPOINT must have/,
    ],
    ['a command that needs a shell', /^CMD.*$/m, 'CMD serve', /CMD must have/],
    ['a shell where there is none', /^EXPOSE.*$/m, 'RUN npm -v', /RUN in the last stage/],
    ['a secret as an argument', 'ARG VERSION', 'ARG NPM_TOKEN', /NPM_TOKEN names a secret/],
    [
      'a secret in the environment',
      'NODE_ENV=production',
      'TIDEMARK_TOKEN_KEYS=1:x',
      /TOKEN_KEYS names a secret/,
    ],
    ['a file that is not there', 'COPY LICENSE', 'COPY LICENCE', /LICENCE is not in the build's context/],
    ['a file that is left out of the context', 'COPY LICENSE', 'COPY README.md', /README.md is not in/],
    ['a stage that does not exist', '--from=build', '--from=built', /there is no stage built/],
    ['a download', 'COPY LICENSE', 'ADD https://example.com/LICENSE', /ADD unpacks/],
    ['a base without a version', 'node:24-trixie-slim\n', 'node\n', /its base "node" has no version/],
    ['a base of any version', 'debian13:nonroot\n', 'debian13:latest\n', /has no version/],
  ])('would be refused with %s', (_what, from, to, problem) => {
    expect(dockerfile).toMatch(from);
    expect(dockerfileProblems(dockerfile.replace(from, to), context).join('\n')).toMatch(problem);
  });

  it('is built from the sources alone', () => {
    const folders = new Set(context.map((path) => path.split('/')[0]));
    expect([...folders].sort()).toEqual([
      '.npmrc',
      'LICENSE',
      'infra',
      'package-lock.json',
      'package.json',
      'protos',
      'src',
      'tsconfig.build.json',
      'tsconfig.json',
    ]);
    const ignored = dockerIgnore(readFileSync(join(PROJECT_DIR, '.dockerignore'), 'utf8'));
    const unknown = ['.env', 'node_modules/x/index.js', 'dist/main.js', 'key.json', '.git/config', 'infra/x'];
    expect(unknown.filter((path) => !ignored(path))).toEqual([]);
  });
});

describe('the image', () => {
  let folder: string;
  let root: string;
  let bigtable: LocalBigtable;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-image-'));
    // The image's user is to get in.
    chmodSync(folder, 0o755);
    root = assembleImage({ projectDir: PROJECT_DIR, folder });
    bigtable = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
  });

  afterAll(async () => {
    for (const process of started) process.kill('SIGKILL');
    await bigtable?.close();
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true });
  });

  const stage = parseDockerfile(dockerfile).at(-1)!;

  const started: ImageProcess[] = [];

  function start(args: readonly string[], env: NodeJS.ProcessEnv): ImageProcess {
    const process = startImage(args, {
      root,
      stage,
      env: { BIGTABLE_EMULATOR_HOST: bigtable.endpoint, ...env },
    });
    started.push(process);
    return process;
  }

  it('has the application, what it stands on in production, and nothing else', () => {
    const app = join(root, 'app');
    expect(readdirSync(root)).toEqual(['app']);
    expect(readdirSync(app).sort()).toEqual(['LICENSE', 'dist', 'node_modules', 'package.json', 'protos']);
    const missing = productionPackages(PROJECT_DIR).filter(
      (path) => !existsSync(join(app, path, 'package.json')),
    );
    expect(missing).toEqual([]);
    const present = packagesIn(join(app, 'node_modules'));
    expect(
      present.filter((name) => !productionPackages(PROJECT_DIR).includes(`node_modules/${name}`)),
    ).toEqual([]);
    expect(present).not.toContain('typescript');
    const left = readdirSync(join(app, 'dist'), { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => /\.d\.ts$|tsbuildinfo/.test(name))).toEqual([
      'gen/bigtable-admin.d.ts',
      'gen/bigtable-server.d.ts',
      'gen/bigtable.d.ts',
      'gen/control.d.ts',
      'gen/sql-parser.d.ts',
      'gen/tidemark.d.ts',
    ]);
  });

  it('runs as a user without write access: applies the schema, serves, packs, and drains on SIGTERM', async () => {
    const applied = start(services.schema!.command!, {});
    expect({ code: await applied.ended, said: applied.stderr() }).toEqual({ code: 0, said: '' });

    const [port, admin] = [await freePort(), await freePort()];
    const api = start(services.api!.command!, {
      ...services.api!.environment,
      // Neither the collector nor the emulator is there by its name.
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '',
      BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
      PORT: String(port),
      TIDEMARK_ADMIN_PORT: String(admin),
    });
    await api.printed(/"msg":"listening"/);
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      const response = await fetch(`http://127.0.0.1:${admin}${path}`);
      expect({ path, status: response.status, body: await response.text() }).toMatchObject({ status: 200 });
    }
    expect(await checkHealth(admin)).toBe(0);
    expect(await post(port, '/v1/events', { events: [event()] })).toMatchObject({ status: 200 });
    const query = { userId: 'u', actions: ['click'], entities: { ad: ['a'] }, windows: ['1d'] };
    const counted = await post(port, '/v1/counts:query', query);
    expect(counted).toMatchObject({ status: 200, body: { counts: { '1d': { ad: { a: 1 } } } } });

    const packed = start(['compact', '--once', '--json'], {});
    expect({ code: await packed.ended, said: packed.stderr() }).toMatchObject({ code: 0 });
    expect(packed.stdout()).toMatch(/"status":"complete"/);

    api.kill('SIGTERM');
    expect({ code: await api.ended, said: api.stderr() }).toEqual({ code: 0, said: '' });
    expect(api.stdout()).toMatch(/"msg":"drained"/);
    expect(await checkHealth(admin)).toBe(1);
  });

  it('may not write: who tries ends', async () => {
    const file = join(folder, 'written');
    const tries = `require('node:fs').writeFileSync(${JSON.stringify(file)}, 'x')`;
    const process = startImage(['-e', tries], { root, stage, env: {}, script: false });
    expect(await process.ended).not.toBe(0);
  });
});

const event = (): object => ({
  userId: 'u',
  action: 'click',
  eventTime: Date.now(),
  adId: 'a',
  campaignId: 'c',
  insertionId: 'i',
});

/** The check that Compose makes, at another port; its exit code. */
async function checkHealth(port: number): Promise<number | null> {
  const [, , ...args] = services.api!.healthcheck!.test!;
  const child = spawn(
    process.execPath,
    args.map((arg) => arg.replace(':9090/', `:${port}/`)),
  );
  return new Promise((resolve) => child.once('exit', resolve));
}

async function post(port: number, path: string, body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** Those at the top, scopes included. */
function packagesIn(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((each) => `${name}/${each}`) : [name],
  );
}
