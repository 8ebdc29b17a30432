import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventProto } from '../../../support/event-proto';
import { protoFolder } from '../../../support/proto-folder';
import { runCommandLine } from '../../../support/run-command';

describe('tidemark schema types', () => {
  const protos = protoFolder({ 'acme/v1/things.proto': eventProto({ fields: 'uint64 shelf_id = 4;' }) });
  const env = { TIDEMARK_PROTO_PATH: protos };

  it('the file has the interface of the built-in DataTypes and of those in the folders', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-types-'));
    const out = join(folder, 'schema.ts');
    const { ended, stdout } = await runCommandLine(['schema', 'types', '--out', out, '--name', 'Mine'], {
      env,
    });
    const text = readFileSync(out, 'utf8');
    rmSync(folder, { recursive: true });
    expect([ended, stdout]).toEqual([0, expect.stringMatching(/^Wrote \d+ DataTypes to /)]);
    expect(text).toContain('export interface Mine {');
    for (const part of [
      "'things': {",
      "readonly 'shelfId'?: string | number | null",
      "'ad_action': {",
      "'profile': ",
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('import ');
  });

  it('a name that is no identifier is rejected', async () => {
    const { ended, stderr } = await runCommandLine(['schema', 'types', '--name', 'my-schema'], { env });
    expect([ended, stderr]).toEqual([1, expect.stringContaining('--name')]);
  });
});
