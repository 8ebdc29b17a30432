import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compactionCheckpointFile } from '../../../src/cli/compact/checkpoint';
import { readSchemaLock } from '../../../src/cli/schema/lock-file';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { schemaSnapshotOf } from '../../../src/codec/declarations/schema-snapshot';
import { emptyCompactionTally } from '../../../src/operations/compaction/compaction-tally';
import { tidemarkError } from '../../support/tidemark-error';

describe('A file whose parts have another form', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-damaged-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (content: unknown): string => {
    const file = join(folder, 'file.json');
    writeFileSync(file, JSON.stringify(content));
    return file;
  };

  it.each([
    ['messages without fields', { messages: { 'tidemark.v1.AdAction': {} } }],
    [
      'a DataType without its user',
      { dataTypes: { 'users/ad_action': { message: 'tidemark.v1.AdAction', events: {} } } },
    ],
  ])('is rejected as a schema lock: %s', (_, over) => {
    const current = schemaSnapshotOf(loadSchema());
    expect(() => readSchemaLock(write({ ...current, ...over }), current)).toThrow(
      tidemarkError('invalid_argument', '--lock'),
    );
    expect(readSchemaLock(write(current), current)).toEqual(current);
  });

  it.each([['family'], ['after'], ['tally']])('is rejected as a checkpoint of compaction: %s', (name) => {
    const right = {
      format: 1,
      identity: 'store',
      family: 'ad_action',
      after: 'MDA=',
      tally: emptyCompactionTally(),
    };
    expect(compactionCheckpointFile(write(right), 'store').load()?.family).toBe('ad_action');
    const file = compactionCheckpointFile(write({ ...right, [name]: 1 }), 'store');
    expect(() => file.load()).toThrow(tidemarkError('invalid_argument', 'checkpoint'));
  });
});
