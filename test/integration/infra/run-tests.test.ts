/** `infra/scripts/run-tests.mjs`, with Jest on projects of a few lines in a temporary folder. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '../../../infra/scripts/run-tests.mjs');
const IS_SECOND = `
const { appendFileSync, existsSync } = require('node:fs');
const mark = __filename + '.ran';
const isSecond = existsSync(mark);
appendFileSync(mark, '.');
`;
const PASSES = `${IS_SECOND} it('passes', () => undefined);`;
const FLAKY = `${IS_SECOND} it('needs time', () => expect(isSecond).toBe(true));`;
const BROKEN = `${IS_SECOND} it('is wrong', () => expect(1).toBe(2));`;
const SKIPS = `${IS_SECOND} it('passes', () => undefined); (isSecond ? it.skip : it)('is left out', () => expect(1).toBe(2));`;
const UNLOADABLE = `${IS_SECOND} if (!isSecond) throw new Error('not yet'); it('loads', () => undefined);`;

describe('The script that runs failed test files again', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tidemark-run-tests-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  function runOn(files: Readonly<Record<string, string>>, config: object = {}) {
    const whole = { testEnvironment: 'node', transform: {}, maxWorkers: 1, ...config };
    writeFileSync(join(folder, 'jest.config.json'), JSON.stringify(whole));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.js`), text);
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT], { cwd: folder, encoding: 'utf8' });
    return { status, stderr };
  }

  /** Returns how often the file was run. */
  const runsOf = (name: string): number => {
    const mark = join(folder, `${name}.test.js.ran`);
    return existsSync(mark) ? readFileSync(mark).length : 0;
  };

  it('a file that passes alone is listed at the end, and files that passed are not run again', () => {
    const { status, stderr } = runOn({ passes: PASSES, flaky: FLAKY, unloadable: UNLOADABLE });
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(
        /\nPassed only when run alone:\n( {2}(flaky\.test\.js\n {4}needs time|unloadable\.test\.js)\n){2}$/,
      ),
    ]);
    expect(['passes', 'flaky', 'unloadable'].map(runsOf)).toEqual([1, 2, 2]);
  });

  it('the run fails for a file that fails twice, and for a failed test that is skipped the second time', () => {
    const { status, stderr } = runOn({ flaky: FLAKY, broken: BROKEN, skips: SKIPS });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/\nFailed twice:\n( {2}(broken|skips)\.test\.js\n){2}$/),
    ]);
    expect(stderr).toMatch(/\nPassed only when run alone:\n {2}flaky\.test\.js\n/);
  });

  it('the run fails without a second one when more than eight files have failed', () => {
    const names = [...'abcdefghi'];
    const { status, stderr } = runOn(Object.fromEntries(names.map((name) => [name, FLAKY])));
    expect([status, stderr]).toEqual([1, expect.stringContaining('9 files have failed, too many')]);
    expect(names.map(runsOf)).toEqual(names.map(() => 1));
  });

  it('the run fails when Jest ends without results, whatever its exit code', () => {
    writeFileSync(join(folder, 'setup.js'), 'module.exports = () => process.exit(0);');
    const { status, stderr } = runOn({ passes: PASSES }, { globalSetup: './setup.js' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('Jest has ended without results')]);
  });

  it('the run fails when Jest fails although no file does', () => {
    const { status, stderr } = runOn({});
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/although no file has failed|without results/),
    ]);
  });
});
