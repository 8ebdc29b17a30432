import { EMPTY_GENERATIONS } from '../../../../src/core/generations/generation-record';
import {
  beginGeneration,
  collectGeneration,
  completeGeneration,
  publishGeneration,
  type GenerationRecord,
} from '../../../../src/core/generations/generation-record';
import { pointerOf, type PointerVector } from '../../../../src/core/generations/pointer-vector';
import type { DataType } from '../../../../src/core/schema/schema';
import { DEFAULTS } from '../../../../src/config/defaults';
import {
  pinForScan,
  scannedNumbers,
  type ScannedNumbers,
} from '../../../../src/operations/generations/scan-generations';
import { tidemarkError } from '../../../support/tidemark-error';

const limits = DEFAULTS.generations;
const vectors = { corpus: 'users', family: 'vectors', generations: true } as unknown as DataType;
const plain = { corpus: 'users', family: 'plain' } as unknown as DataType;

/** Returns a record with this number of complete generations. */
function complete(count: number): GenerationRecord {
  let record = EMPTY_GENERATIONS;
  for (let number = 1; number <= count; number++) {
    const run = { pipeline: 'p', runId: String(number), versionMs: 1 };
    record = completeGeneration(beginGeneration(record, run, { atMs: 1, limits }).record, number, 1);
  }
  return record;
}

/** Pointers to a record that changes, as of the last read. */
class Pointers {
  record = publishGeneration(complete(2), 1, 1);
  ageMs = 0;
  polls = 0;
  /** Ages of the pointers after further reads, in milliseconds. */
  agesMs: number[] = [];
  vector: PointerVector | undefined;

  async poll(): Promise<void> {
    this.polls += 1;
    this.ageMs = this.agesMs.shift() ?? 0;
    this.vector = new Map([['users/vectors', pointerOf(this.record)]]);
  }

  pin(more: { requested?: Readonly<Record<string, number>>; earlier?: ScannedNumbers } = {}) {
    return pinForScan(this, { dataTypes: [plain, vectors], ...more }, limits);
  }
}

describe('The generations of a scan', () => {
  it('are the published ones when it begins, or those that are named, and stay until its end', async () => {
    const pointers = new Pointers();
    const published = await pointers.pin();
    expect([...published.pins]).toEqual([['vectors', 1]]);
    expect([...(await pointers.pin({ requested: { vectors: 2 } })).pins]).toEqual([['vectors', 2]]);
    pointers.record = publishGeneration(pointers.record, 2, 2);
    pointers.ageMs = limits.pointerAgeMaxMs + 1;
    await published.confirm();
    expect([...published.pins]).toEqual([['vectors', 1]]);
    await expect(pointers.pin({ requested: { vectors: 3 } })).rejects.toThrow(
      tidemarkError('generation_not_found', 'generations.vectors'),
    );
    await expect(pointers.pin({ requested: { plain: 1 } })).rejects.toThrow(
      tidemarkError('invalid_argument', 'generations.plain'),
    );
  });

  it('are those of the earlier run when it is continued, although others are published meanwhile', async () => {
    const pointers = new Pointers();
    const earlier = scannedNumbers(await pointers.pin());
    pointers.record = publishGeneration(pointers.record, 2, 2);
    expect([...(await pointers.pin({ earlier })).pins]).toEqual([['vectors', 1]]);
    expect([...(await pointers.pin({ earlier: { vectors: null } })).pins]).toEqual([['vectors', undefined]]);
    pointers.record = collectGeneration(pointers.record, 1, 3);
    await expect(pointers.pin({ earlier })).rejects.toThrow(tidemarkError('generation_not_found'));
  });

  it('are checked again when the pointers are older than a few seconds, and rejected once one is collected', async () => {
    const pointers = new Pointers();
    const { confirm } = await pointers.pin({ requested: { vectors: 2 } });
    pointers.record = collectGeneration(pointers.record, 2, 2);
    pointers.ageMs = limits.pointerAgeMaxMs;
    expect(confirm()).toBeUndefined();
    expect(pointers.polls).toBe(1);
    pointers.ageMs += 1;
    await expect(confirm()).rejects.toThrow(tidemarkError('generation_not_found'));
  });

  it('are rejected if the process is suspended whenever it checks them', async () => {
    const pointers = new Pointers();
    const { confirm } = await pointers.pin();
    const suspended = limits.answerAgeMaxMs + 1;
    [pointers.ageMs, pointers.agesMs] = [suspended, [suspended, 0]];
    await confirm();
    [pointers.ageMs, pointers.agesMs] = [suspended, Array<number>(10).fill(suspended)];
    await expect(confirm()).rejects.toThrow(tidemarkError('deadline_exceeded'));
  });

  it('cost nothing if no selected DataType has any', async () => {
    const pointers = new Pointers();
    const { pins, confirm } = await pinForScan(pointers, { dataTypes: [plain] }, limits);
    expect([pins.size, confirm(), pointers.polls]).toEqual([0, undefined, 0]);
  });
});
