import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const DIST = join(__dirname, '../../../dist');

/** Returns the packages that a process loads together with a file of the build. */
function loadedBy(file: string): readonly string[] {
  const script = `
    require(${JSON.stringify(join(DIST, file))});
    const names = Object.keys(require.cache).map((path) => /.*node_modules.((?:@[^\\\\/]+.)?[^\\\\/]+)/.exec(path)?.[1]);
    process.stdout.write(JSON.stringify([...new Set(names)].filter(Boolean)));
  `;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })) as string[];
}

describe('A process that serves', () => {
  it('loads no Google client and none of its protos', () => {
    const packages = loadedBy('cli/serve/serve.js');
    expect(packages).toContain('express');
    expect(packages.filter((name) => /google|grpc/.test(name))).toEqual([]);
  });
});

describe('A command that applies the schema', () => {
  it('loads the Google client only at its first call', () => {
    expect(loadedBy('cli/schema/schema.js').filter((name) => /google|grpc/.test(name))).toEqual([]);
  });
});
