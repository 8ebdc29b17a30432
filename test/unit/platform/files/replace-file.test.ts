import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from '../../../../src/platform/files/replace-file';

describe('A file that is replaced', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'replace-'));
    path = join(folder, 'file');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('has the new text as a whole, and is for its owner alone', () => {
    writeFileSync(path, 'before', { mode: 0o644 });
    replaceFile(path, 'after');
    expect(readFileSync(path, 'utf8')).toBe('after');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('is as before where the new text cannot be put there', () => {
    // A folder cannot be replaced by a file.
    expect(() => replaceFile(folder, 'after')).toThrow();
    expect(readdirSync(join(folder, '..')).filter((name) => name === `${folder}.tmp`)).toEqual([]);
    expect(() => replaceFile(join(folder, 'nowhere', 'file'), 'after')).toThrow(/ENOENT/);
    expect(readdirSync(folder)).toEqual([]);
  });
});
