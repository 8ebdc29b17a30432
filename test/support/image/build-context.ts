import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the files that `docker build .` would send: all that neither git nor `.dockerignore` ignores. */
export function buildContext(projectDir: string): readonly string[] {
  const ignored = dockerIgnore(readFileSync(join(projectDir, '.dockerignore'), 'utf8'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', list, { cwd: projectDir, encoding: 'utf8' }).split('\0');
  return paths.filter((path) => path !== '' && !ignored(path) && existsSync(join(projectDir, path)));
}

/** The last rule of a `.dockerignore` that matches a path, or a folder above it, decides. */
export function dockerIgnore(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ leavesOut: !line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }));
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.leavesOut ?? false;
}

function patternOf(rule: string): RegExp {
  const source = rule
    .replace(/^\/|\/$/g, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(
      /\*\*\/|\*\*|\*|\?/g,
      (wild) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' })[wild] ?? '[^/]',
    );
  return new RegExp(`^${source}(?:/|$)`);
}
