import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acmeProto, dataTypeOptions, protoFolder } from '../../support/proto-folder';
import { runCommandLine } from '../../support/run-command';

describe('tidemark schema terraform', () => {
  let folder: string;

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tidemark-schema-'))));

  afterEach(() => rmSync(folder, { recursive: true }));

  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    runCommandLine(['schema', 'terraform', '--out', join(folder, 'schema.json'), ...args], { env });

  it('writes the file, and detects a stale one', async () => {
    const file = join(folder, 'schema.json');
    expect(await run(['--check'])).toMatchObject({ ended: 1 });
    expect(await run([])).toMatchObject({ ended: 0, stdout: `Wrote ${file}.\n` });
    expect(await run(['--check'])).toMatchObject({ ended: 0 });

    writeFileSync(file, readFileSync(file, 'utf8').replace('9625h', '96h'));
    const stale = await run(['--check']);
    expect(stale).toMatchObject({ ended: 1, stderr: expect.stringContaining('is stale') as unknown });

    const { stdout } = await run(['--json']);
    expect(JSON.parse(stdout)).toEqual({ file, fresh: false, written: true });
    expect(await run(['--check', '--json'])).toMatchObject({ ended: 0 });
  });

  it("includes an application's own proto files", async () => {
    const pets = acmeProto(`message Pets { ${dataTypeOptions()} string name = 1; }`);
    await run([], { TIDEMARK_PROTO_PATH: protoFolder({ 'acme/v1/pets.proto': pets }) });
    const schema = JSON.parse(readFileSync(join(folder, 'schema.json'), 'utf8')) as {
      tables: { users: { families: object } };
    };
    expect(schema.tables.users.families).toHaveProperty('pets');
    expect(await run(['--check'])).toMatchObject({ ended: 1 });
  });

  it('names the option and the file when it cannot write', async () => {
    const out = join(folder, 'missing', 'schema.json');
    const { ended, stderr } = await runCommandLine(['schema', 'terraform', '--out', out], { env: {} });
    expect(ended).not.toBe(0);
    expect(stderr).toMatch(/--out.*cannot be written/s);
  });
});
