import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { INHERITED_ENV } from '../../support/inherited-env';

const SCRIPT = join(__dirname, '../../../examples/interests/run.mjs');

describe('the example of interests', () => {
  it('runs by one command, prints what each user likes now before what the user liked earlier, and follows an action', async () => {
    const env = INHERITED_ENV;
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT], { env });
    expect(stdout).toContain('interests, run example, worker 1/1: all objects of this worker are processed');
    expect(stdout).toMatch(/^cyclist: cycling 0\.\d\d, running 0\.\d\d$/m);
    expect(stdout).toMatch(/^cook: cooking 0\.\d\d, music 0\.\d\d$/m);
    expect(stdout).toMatch(/interests, run example at .*: complete/);
    expect(stdout).toMatch(/^cook, \d+\.\d s later: cooking 0\.\d\d, music 0\.\d\d, travel 0\.\d\d$/m);
  }, 120_000);
});
