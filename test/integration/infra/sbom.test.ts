import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');

interface LockFile {
  readonly packages: Record<string, { name?: string; version: string; license?: string; dev?: boolean }>;
}

interface Bom {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string; readonly type: string } };
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly hashes?: readonly unknown[];
    readonly licenses: readonly unknown[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

describe('the bill of materials', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-sbom-'));
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(ROOT, file), join(folder, file));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const lock = (): LockFile =>
    JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as LockFile;
  const out = (): string => join(folder, 'sbom.cdx.json');
  const make = () =>
    spawnSync(process.execPath, ['infra/scripts/sbom.mjs', '--folder', folder, '--out', out()], {
      cwd: ROOT,
      encoding: 'utf8',
    });

  it('names every package that production needs, what it needs itself, its licence and its hash', () => {
    const { status, stderr } = make();
    expect([status, stderr]).toEqual([0, '']);
    const text = readFileSync(out(), 'utf8');
    const bom = JSON.parse(text) as Bom;
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'tidemark' } } });
    const listed = bom.components.map(({ name, version }) => `${name}@${version}`);
    const needed = Object.entries(lock().packages)
      .filter(([path, { dev }]) => path !== '' && dev !== true)
      .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`);
    expect([...new Set(listed)].sort()).toEqual([...new Set(needed)].sort());
    // Those that development needs as well, which npm by itself leaves out.
    for (const name of ['@grpc/grpc-js', 'protobufjs', '@opentelemetry/api'])
      expect(bom.components.some((each) => each.name === name)).toBe(true);
    expect(bom.components.some(({ name }) => name === 'jest')).toBe(false);
    for (const { purl, licenses, hashes } of bom.components) {
      expect(purl).toMatch(/^pkg:npm\//);
      expect(licenses).toHaveLength(1);
      expect(hashes).toHaveLength(1);
    }
    const refs = new Set(listed);
    const root = bom.dependencies.find(({ ref }) => ref.startsWith('tidemark@'));
    expect(root?.dependsOn.length).toBeGreaterThan(15);
    expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual(
      [],
    );
  });

  it('is not written when a licence is copyleft or unknown', () => {
    const changed = lock();
    changed.packages['node_modules/pino']!.license = 'GPL-3.0-only';
    changed.packages['node_modules/commander']!.license = '(MIT OR GPL-3.0-only)';
    delete changed.packages['node_modules/luxon']!.license;
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(changed));
    const { status, stderr } = make();
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^2 packages have a licence .*: luxon@\S+ \(none\), pino@\S+ \(GPL-3\.0-only\)\n$/,
    );
  });
});
