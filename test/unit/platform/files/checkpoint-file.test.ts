import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckpointFile } from '../../../../src/platform/files/checkpoint-file';
import { tidemarkError } from '../../../support/tidemark-error';

interface Content {
  readonly records: number;
}

/** A device that accepts no bytes, like a full disk. */
const FULL = '/dev/full';
const whenThere = existsSync(FULL) ? it : it.skip;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-checkpoint-'));
  path = join(folder, 'checkpoint');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (identity: string): CheckpointFile<Content> =>
  new CheckpointFile({
    path,
    identity,
    option: 'checkpoint',
    scope: 'input or target',
    isContent: ({ records }) => typeof records === 'number',
  });

describe('A checkpoint file', () => {
  it('has the format, the identity and the fields of its content', () => {
    const file = fileOf('job');
    expect(file.load()).toBeUndefined();
    file.save({ records: 7 });
    expect(readFileSync(path, 'utf8')).toBe('{"format":1,"identity":"job","records":7}\n');
    expect(file.load()).toEqual({ records: 7 });
    file.remove();
    expect(file.load()).toBeUndefined();
  });

  it('of another job is rejected with the option to start over', () => {
    fileOf('job').save({ records: 7 });
    expect(() => fileOf('other').load()).toThrow(
      tidemarkError('invalid_argument', 'checkpoint', 'belongs to another input or target: use --restart'),
    );
  });

  it.each(['', 'null', '7', '{"format":2,"records":7}', '{"format":1,"identity":"job"}'])(
    'with the text %j is rejected',
    (text) => {
      writeFileSync(path, text);
      expect(() => fileOf('job').load()).toThrow(
        tidemarkError('invalid_argument', 'checkpoint', 'is not a checkpoint of this version'),
      );
    },
  );

  it('can be locked by one process at a time', () => {
    const release = fileOf('job').lock();
    expect(() => fileOf('job').lock()).toThrow(
      tidemarkError('invalid_argument', 'checkpoint', `is in use by process ${process.pid}`),
    );
    release();
    fileOf('job').lock()();
    expect(readdirSync(folder)).toEqual([]);
  });

  whenThere(`keeps its text on a full disk (skipped where ${FULL} is missing)`, () => {
    const file = fileOf('job');
    file.save({ records: 7 });
    symlinkSync(FULL, `${path}.tmp`);
    const descriptorsBefore = readdirSync('/proc/self/fd').length;
    expect(() => file.save({ records: 8 })).toThrow(
      tidemarkError('invalid_argument', 'checkpoint', 'ENOSPC'),
    );
    expect(file.load()).toEqual({ records: 7 });
    expect(readdirSync(folder)).toEqual(['checkpoint']);
    expect(readdirSync('/proc/self/fd')).toHaveLength(descriptorsBefore);
    file.save({ records: 9 });
    expect(file.load()).toEqual({ records: 9 });
  });
});
