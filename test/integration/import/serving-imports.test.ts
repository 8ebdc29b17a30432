import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const DIST = join(__dirname, '../../../dist');

/** The packages that a process has loaded when it has loaded this file of the build. */
function loadedBy(file: string): readonly string[] {
  const script = `
    require(${JSON.stringify(join(DIST, file))});
    const names = Object.keys(require.cache).map((path) => /.*node_modules.((?:@[^\\\\/]+.)?[^\\\\/]+)/.exec(path)?.[1]);
    process.stdout.write(JSON.stringify([...new Set(names)].filter(Boolean)));
  `;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })) as string[];
}

describe('A process that serves', () => {
  it('loads no client of Google, and none of its protos', () => {
    const packages = loadedBy('cli/serve.js');
    expect(packages).toContain('express');
    expect(packages.filter((name) => /google|grpc/.test(name))).toEqual([]);
  });
});

describe('A command that applies the schema', () => {
  it('loads the client of Google at its first call only', () => {
    expect(loadedBy('cli/schema.js').filter((name) => /google|grpc/.test(name))).toEqual([]);
  });
});
