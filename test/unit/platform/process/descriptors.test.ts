import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionsWithin, descriptorLimit } from '../../../../src/platform/process/descriptors';

describe('The limit of file descriptors', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-descriptors-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const limitIn = (text: string): number | undefined => {
    const file = join(folder, 'limits');
    writeFileSync(file, text);
    return descriptorLimit(file);
  };

  it('is the soft limit that Linux reports', () => {
    const line = 'Max open files            1024                 1048576              files     \n';
    expect(
      limitIn(`Max processes             63432                63432                processes \n${line}`),
    ).toBe(1_024);
  });

  it('is undefined when it is unlimited or reported in another format', () => {
    expect(
      limitIn('Max open files            unlimited            unlimited            files'),
    ).toBeUndefined();
    expect(limitIn('')).toBeUndefined();
    expect(descriptorLimit(join(folder, 'missing'))).toBeUndefined();
  });

  it.each([
    [undefined, 10_000],
    [1_048_576, 10_000],
    [10_256, 10_000],
    [10_255, 9_999],
    [1_024, 768],
    [512, 256],
    [128, 64],
    [1, 1],
  ])('of %p allows %i of 10,000 client connections', (limit, connections) => {
    expect(connectionsWithin(limit, 10_000)).toBe(connections);
  });
});
