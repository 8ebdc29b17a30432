import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');

interface Entry {
  version: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  os?: readonly string[];
  extraneous?: boolean;
}

type Packages = Record<string, Entry>;

const readLock = (): { packages: Packages } =>
  JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Packages };

describe('The lock file', () => {
  /** Returns what the check reports for a lock file with these changes. */
  function checked(change: (packages: Packages) => void) {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-lock-'));
    try {
      const lock = readLock();
      change(lock.packages);
      writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
      const args = ['infra/scripts/complete-lock.mjs', '--check', '--folder', folder];
      return spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it('passes its check as it is', () => {
    expect(checked(() => undefined)).toMatchObject({ status: 0, stderr: '' });
  });

  it('has a hash of every package but parts of development tools for other platforms', () => {
    const entries = Object.entries(readLock().packages).filter(([place]) => place !== '');
    const unverified = entries.filter(([, { integrity }]) => integrity === undefined);
    const tools = unverified.map(([place]) => place.replace(/^node_modules\//, ''));
    expect(
      tools.filter(
        (name) =>
          !/^@(swc\/core|(unrs\/resolver|oxc-parser|oxlint)[-/]binding|msgpackr-extract\/msgpackr-extract)-|^@oxlint-tsgolint\//.test(
            name,
          ),
      ),
    ).toEqual([]);
    expect(unverified.filter(([, { dev, optional }]) => !(dev && optional))).toEqual([]);
  });

  it('names no registry and no package that nothing needs', () => {
    const entries = Object.values(readLock().packages);
    expect(entries.filter(({ resolved, extraneous }) => resolved !== undefined || extraneous)).toEqual([]);
  });

  it('fails its check when a package of production has no hash', () => {
    const { status, stderr } = checked((packages) => delete packages['node_modules/pino']!.integrity);
    expect(status).toBe(1);
    expect(stderr).toMatch(/1 entries without integrity, such as node_modules\/pino\./);
  });

  it('fails its check when a development tool has no hash, unless it is for other platforms', () => {
    const { stderr } = checked((packages) => delete packages['node_modules/jest']!.integrity);
    expect(stderr).toMatch(/such as node_modules\/jest\./);
  });

  it('fails its check when it lacks the package of a platform', () => {
    const { status, stderr } = checked(
      (packages) => delete packages['node_modules/@swc/core-win32-x64-msvc'],
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/lacks 1 platform packages, such as node_modules\/@swc\/core-win32-x64-msvc\./);
  });
});
