import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { INHERITED_ENV } from '../../support/inherited-env';

const SCRIPT = join(__dirname, '../../../examples/embeddings/run.mjs');

describe('the example of embeddings', () => {
  it('runs by one command, publishes two generations, and goes back to the first', async () => {
    const env = INHERITED_ENV;
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT], { env });
    const models = [...stdout.matchAll(/^user_vector\/main .*"model":"(v\d)"/gm)].map(([, model]) => model);
    expect(models).toEqual(['v1', 'v2', 'v1']);
    expect(stdout).toContain('"values":[0.75,0.25,0]');
    expect(stdout).toMatch(/users\/user_vector +1 +published/);
    expect(stdout).toMatch(/users\/user_vector +2 +retired/);
  });
});
