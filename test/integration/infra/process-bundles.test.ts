import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

interface Bundles {
  readonly bundleOf: (entry: string) => { readonly code: string; readonly inputs: string };
  readonly freshBundle: (entry: string) => string | undefined;
}

const PROJECT = join(__dirname, '../../..');
const { bundleOf, freshBundle } = createRequire(__filename)(
  '../../../infra/scripts/process-bundles.js',
) as Bundles;

describe('The bundle of a program', () => {
  let folder: string;
  let program: string;

  beforeEach(() => {
    delete process.env['REGISTER_TS_SOURCES'];
    folder = mkdtempSync(join(tmpdir(), 'tidemark-bundle-'));
    program = join(folder, 'program.ts');
    writeFileSync(program, 'start();\n');
    const { code, inputs } = bundleOf(program);
    const { mtimeMs, size } = statSync(program);
    mkdirSync(dirname(code), { recursive: true });
    writeFileSync(code, 'start();');
    writeFileSync(inputs, JSON.stringify([[relative(PROJECT, program), mtimeMs, size]]));
  });

  afterEach(() => {
    for (const path of Object.values(bundleOf(program))) rmSync(path, { force: true });
    rmSync(folder, { recursive: true });
  });

  it('is loaded while its sources are the same', () => {
    expect(freshBundle(program)).toBe('start();');
  });

  it('is ignored after a source has changed, or has been removed', () => {
    writeFileSync(program, 'stop();\n');
    expect(freshBundle(program)).toBeUndefined();
    rmSync(program);
    expect(freshBundle(program)).toBeUndefined();
  });

  it('is loaded without a look at its sources where the environment states that they are unchanged', () => {
    process.env['REGISTER_TS_SOURCES'] = 'unchanged';
    rmSync(program);
    expect(freshBundle(program)).toBe('start();');
  });

  it('is optional', () => {
    rmSync(bundleOf(program).inputs);
    expect(freshBundle(program)).toBeUndefined();
  });
});
