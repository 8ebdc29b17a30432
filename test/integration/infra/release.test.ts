import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const PROJECT = join(__dirname, '../../..');
const SCRIPT = join(PROJECT, 'infra/scripts/release.mjs');
const VERSION_FILE = 'src/platform/process/version.ts';
const FILES = ['package.json', 'package-lock.json', VERSION_FILE];
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n- One change.\n\n## [0.0.1] - 2026-01-01\n\n- First.\n';
const ADDRESSES = {
  repository: { type: 'git', url: 'git+https://example.com/ads/tidemark.git' },
  homepage: 'https://example.com/ads/tidemark#readme',
  bugs: { url: 'https://example.com/ads/tidemark/issues' },
};

describe('npm run release', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-release-test-'));
    for (const file of FILES) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(PROJECT, file), join(folder, file));
    }
    const manifest = JSON.parse(read('package.json')) as { version: string };
    set('package.json', JSON.stringify({ ...manifest, ...ADDRESSES }, null, 2));
    for (const file of ['package.json', VERSION_FILE])
      set(file, read(file).replace(manifest.version, '1.2.3'));
    set('CHANGELOG.md', CHANGELOG);
    git('init', '--quiet', '--initial-branch', 'main');
    git('config', 'user.email', 'test@example.com');
    git('config', 'user.name', 'Test');
    commitAll();
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const set = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();

  function commitAll(): void {
    git('add', '--all');
    git('commit', '--quiet', '-m', 'all');
  }

  function release(...args: string[]) {
    const all = [SCRIPT, '--no-pack', '--folder', folder, ...args];
    return spawnSync(process.execPath, all, { encoding: 'utf8' });
  }

  it('explains its options, and rejects others', () => {
    const help = release('--help');
    expect(help.status).toBe(0);
    expect(help.stdout).toMatch(/^Usage: npm run release/);

    const wrong = release('--dry');
    expect(wrong).toMatchObject({ status: 2, stdout: '' });
    expect(wrong.stderr).toMatch(/^release: Unknown option '--dry'.*\n\nUsage/);
  });

  it('reports the next version and its notes, and a dry run changes nothing', () => {
    const { status, stdout } = release('minor', '--dry-run');
    expect(status).toBe(0);
    expect(stdout).toContain('Release 1.2.3 → 1.3.0, tag v1.3.0');
    expect(stdout).toContain('- One change.');
    expect(stdout).not.toContain('First');
    expect([git('status', '--porcelain'), git('tag'), read('CHANGELOG.md')]).toEqual(['', '', CHANGELOG]);
  });

  it('sets the version everywhere, dates the changelog, commits and tags', () => {
    expect(release('2.0.0').status).toBe(0);
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: '2.0.0' });
    const lock = JSON.parse(read('package-lock.json')) as {
      version: string;
      packages: Record<string, object>;
    };
    expect([lock.version, lock.packages['']]).toEqual([
      '2.0.0',
      expect.objectContaining({ version: '2.0.0' }),
    ]);
    expect(read(VERSION_FILE)).toContain("'2.0.0'");
    expect(read('CHANGELOG.md')).toMatch(
      /## \[Unreleased\]\n\n## \[2\.0\.0\] - \d{4}-\d\d-\d\d\n\n- One change\./,
    );
    expect([git('status', '--porcelain'), git('describe', '--exact-match')]).toEqual(['', 'v2.0.0']);
  });

  it('rejects a tree with changes, a tag that exists, an empty changelog and an older version', () => {
    git('tag', 'v1.2.4');
    expect(release('patch', '--dry-run')).toMatchObject({
      status: 1,
      stderr: 'release: the tag v1.2.4 exists\n',
    });
    expect(release('1.2.2').stderr).toContain('a version after 1.2.3');
    set('CHANGELOG.md', CHANGELOG.replace('- One change.\n', ''));
    const { status, stderr } = release('minor');
    expect(status).toBe(1);
    expect(stderr).toContain('the working tree has changes');
    expect(stderr).toContain('has nothing under "Unreleased"');
    expect(git('tag')).toBe('v1.2.4');
  });

  it('rejects a package without addresses, and names those that are missing', () => {
    set(
      'package.json',
      read('package.json')
        .replace(/ {2}"homepage": .*\n/, '')
        .replace('git+https', 'file'),
    );
    commitAll();
    const { status, stderr } = release('minor');
    expect(status).toBe(1);
    expect(stderr).toContain('package.json needs repository, homepage, as docs/releasing.md describes');
    expect(git('tag')).toBe('');
  });
});
