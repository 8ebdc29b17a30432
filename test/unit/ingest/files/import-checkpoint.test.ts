import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckpointFile } from '../../../../src/ingest/files/import-checkpoint';
import { emptyImportTally } from '../../../../src/ingest/import/import-summary';
import { tidemarkError } from '../../../support/tidemark-error';

/** Takes no byte, as a disk that is full. */
const FULL = '/dev/full';
const whenThere = existsSync(FULL) ? it : it.skip;

describe('a checkpoint on a full disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-checkpoint-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  whenThere(`stays what it was, and the error names the option (skipped where ${FULL} is not there)`, () => {
    const file = new CheckpointFile(join(folder, 'checkpoint'));
    const before = {
      identity: 'i',
      shiftDays: 0,
      tally: { ...emptyImportTally(), records: 7 },
      rejectsBytes: 0,
    };
    file.save(before);
    symlinkSync(FULL, join(folder, 'checkpoint.tmp'));
    const filesBefore = readdirSync('/proc/self/fd').length;
    expect(() => file.save({ ...before, rejectsBytes: 1 })).toThrow(
      tidemarkError('invalid_argument', 'checkpoint', 'ENOSPC'),
    );
    expect(file.load('i')).toMatchObject(before);
    expect(readdirSync(folder)).toEqual(['checkpoint']);
    expect(readdirSync('/proc/self/fd')).toHaveLength(filesBefore);
    file.save({ ...before, rejectsBytes: 2 });
    expect(file.load('i')).toMatchObject({ rejectsBytes: 2 });
  });
});
