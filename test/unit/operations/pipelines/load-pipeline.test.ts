import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { loadPipeline } from '../../../../src/operations/pipelines/load-pipeline';
import { tidemarkError } from '../../../support/tidemark-error';

const schema = loadSchema();
const DEFINITION = `{ name: 'test', corpus: 'users', reads: ['profile'], writes: ['profile'], process: () => [] }`;

describe('a pipeline file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-pipeline-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function file(name: string, text: string): string {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  }

  it('exports the definition as module.exports, or by default as compilers do', async () => {
    const plain = file('plain.js', `module.exports = ${DEFINITION};`);
    const compiled = file('compiled.cjs', `exports.__esModule = true; exports.default = ${DEFINITION};`);
    for (const path of [plain, compiled])
      expect(await loadPipeline(path, schema)).toMatchObject({ name: 'test', corpus: 'users' });
  });

  it('cannot be loaded if it is missing, throws, or is no JavaScript', async () => {
    const broken = file('broken.js', `throw new Error('no model');`);
    await expect(loadPipeline(broken, schema)).rejects.toEqual(
      tidemarkError('invalid_argument', 'file', 'no model'),
    );
    for (const path of [join(folder, 'missing.js'), file('a.txt', ''), file('a.py', '')])
      await expect(loadPipeline(path, schema)).rejects.toEqual(tidemarkError('invalid_argument', 'file'));
  });

  it('is checked against the schema', async () => {
    const unknown = file('unknown.js', `module.exports = { ...${DEFINITION}, writes: ['profil'] };`);
    await expect(loadPipeline(unknown, schema)).rejects.toEqual(
      tidemarkError('unknown_data_type', 'writes[0]'),
    );
  });

  it('may be TypeScript only where Node.js runs it', async () => {
    const typed = loadPipeline(file('typed.ts', `module.exports = ${DEFINITION};`), schema);
    if ('typescript' in process.features && process.features.typescript !== false) await typed;
    else
      await expect(typed).rejects.toEqual(
        tidemarkError('invalid_argument', 'file', 'compile it to JavaScript'),
      );
  });
});
