import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from '../../../../src/platform/files/replace-file';

describe('Replacing a file', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'replace-'));
    path = join(folder, 'file');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('writes the whole text with access for the owner only', () => {
    writeFileSync(path, 'before', { mode: 0o644 });
    replaceFile(path, 'after');
    expect(readFileSync(path, 'utf8')).toBe('after');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('leaves the old text when the new one cannot be written', () => {
    // A file cannot replace a folder.
    expect(() => replaceFile(folder, 'after')).toThrow();
    expect(readdirSync(join(folder, '..')).filter((name) => name === `${folder}.tmp`)).toEqual([]);
    expect(() => replaceFile(join(folder, 'nowhere', 'file'), 'after')).toThrow(/ENOENT/);
    expect(readdirSync(folder)).toEqual([]);
  });
});
