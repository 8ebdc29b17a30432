import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../../../support/run-command';

const EXAMPLE = join(__dirname, '../../../../infra/examples/topologies/residency.json');

describe('tidemark topology check', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-topology-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Checks the example with another placement group. */
  const check = (group: object) => {
    const file = join(folder, 'topology.json');
    const example = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as object;
    writeFileSync(
      file,
      JSON.stringify({ ...example, placementGroups: { users: { default: 'us', ...group } } }),
    );
    return runCommandLine(['topology', 'check', file], { env: {} });
  };

  it('accepts the example, and notes sketches that are not placed', async () => {
    const placed = await check({ corpora: ['users'], sketches: ['campaign_counts'] });
    expect([placed.ended, placed.stdout]).toEqual([0, expect.stringContaining('is valid: 3 instances')]);
    expect(placed.stdout).not.toContain('sketches');
    const { ended, stdout } = await check({ corpora: ['users'] });
    expect([ended, stdout]).toEqual([0, expect.stringContaining('the sketches in campaign_counts')]);
  });

  it.each([
    [{ corpora: ['user'] }, 'placementGroups.users.corpora[0]: corpus "user" is not declared in the schema'],
    [
      { corpora: ['users', 'campaigns'], requiresLocation: true },
      'placementGroups.users.corpora[1]: corpus "campaigns" has objects that are not about users',
    ],
    [
      { corpora: ['users', 'campaign_counts'] },
      'placementGroups.users.corpora[1]: corpus "campaign_counts" has sketches',
    ],
  ])('rejects groups that contradict the schema: %j', async (group, message) => {
    const { ended, stderr } = await check(group);
    expect([ended, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});
