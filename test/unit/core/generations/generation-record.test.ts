import fc from 'fast-check';
import {
  beginGeneration,
  collectGeneration,
  completeGeneration,
  EMPTY_GENERATIONS,
  emptyGeneration,
  generationOf,
  publishedOf,
  publishGeneration,
  rollbackTo,
  type GenerationRecord,
} from '../../../../src/core/generations/generation-record';
import {
  decodeGenerations,
  encodeGenerations,
  generationsKey,
} from '../../../../src/core/generations/stored-generations';
import { TidemarkError } from '../../../../src/errors';
import { tidemarkError } from '../../../support/tidemark-error';

const limits = { openMax: 4, emptiedKept: 2 };
const run = (runId: string) => ({ pipeline: 'vectors', runId, versionMs: 1_000 });
const begun = (record: GenerationRecord, runId: string, atMs = 1): GenerationRecord =>
  beginGeneration(record, run(runId), { atMs, limits }).record;

/** A record with complete generations of these runs. */
const complete = (...runIds: readonly string[]): GenerationRecord =>
  runIds.reduce((record, runId) => {
    const next = begun(record, runId);
    return completeGeneration(next, next.nextNumber - 1, 2);
  }, EMPTY_GENERATIONS);

const stateOf = (record: GenerationRecord, number: number): string => generationOf(record, number).state;

describe('A generation', () => {
  it('is begun once for each run', () => {
    const first = begun(EMPTY_GENERATIONS, 'a');
    expect(begun(first, 'a')).toBe(first);
    expect(beginGeneration(begun(first, 'b'), run('a'), { atMs: 9, limits }).generation.number).toBe(1);
  });

  it('has a number of its own, also after all earlier ones were dropped', () => {
    let record = EMPTY_GENERATIONS;
    for (let count = 1; count <= 6; count++) {
      record = begun(record, `run-${count}`);
      expect(record.generations.at(-1)!.number).toBe(count);
      record = emptyGeneration(collectGeneration(record, count, 3), count, { atMs: 4, limits });
    }
    expect(record.generations.map(({ number }) => number)).toEqual([5, 6]);
  });

  it('is not begun while too many are not collected', () => {
    const record = ['a', 'b', 'c', 'd'].reduce((each, runId) => begun(each, runId), EMPTY_GENERATIONS);
    expect(() => begun(record, 'e')).toThrow(tidemarkError('generation_conflict', undefined, 'collect'));
  });

  it('is not continued by a run whose generation was collected', () => {
    const record = collectGeneration(begun(EMPTY_GENERATIONS, 'a'), 1, 2);
    expect(() => begun(record, 'a')).toThrow(tidemarkError('generation_conflict'));
  });

  it('is published once it is complete, and retires the one before', () => {
    const incomplete = begun(complete('a'), 'b');
    const published = publishGeneration(incomplete, 1, 5);
    expect(() => publishGeneration(published, 2, 6)).toThrow(
      tidemarkError('generation_conflict', undefined, 'incomplete'),
    );
    const next = publishGeneration(completeGeneration(published, 2, 6), 2, 7);
    expect([stateOf(next, 1), stateOf(next, 2), next.publications]).toEqual(['retired', 'published', 2]);
    expect(publishGeneration(next, 2, 8)).toBe(next);
  });

  it('is rolled back to the one before, or to a named one', () => {
    const published = [1, 2, 3].reduce(
      (record, number) => publishGeneration(record, number, number),
      complete('a', 'b', 'c'),
    );
    expect(publishedOf(rollbackTo(published, undefined, 9))?.number).toBe(2);
    const first = rollbackTo(published, 1, 9);
    expect(publishedOf(first)?.number).toBe(1);
    expect(first.publications).toBe(4);
    expect(() => rollbackTo(first, undefined, 10)).toThrow(tidemarkError('generation_conflict'));
    expect(publishedOf(rollbackTo(first, 3, 10))?.number).toBe(3);
  });

  it('is not rolled back to before it was published', () => {
    expect(() => rollbackTo(complete('a'), 1, 9)).toThrow(tidemarkError('generation_conflict'));
  });

  it('is not collected while it is published, and never read after it was collected', () => {
    const record = publishGeneration(publishGeneration(complete('a', 'b'), 1, 3), 2, 4);
    expect(() => collectGeneration(record, 2, 5)).toThrow(tidemarkError('generation_conflict'));
    const collected = collectGeneration(record, 1, 5);
    expect(collectGeneration(collected, 1, 6)).toBe(collected);
    expect(() => rollbackTo(collected, 1, 6)).toThrow(tidemarkError('generation_conflict'));
    expect(() => publishGeneration(collected, 1, 6)).toThrow(tidemarkError('generation_conflict'));
    expect(() => completeGeneration(collected, 1, 6)).toThrow(tidemarkError('generation_conflict'));
  });

  it('that does not exist is named in the error', () => {
    expect(() => publishGeneration(EMPTY_GENERATIONS, 7, 1)).toThrow(
      tidemarkError('generation_not_found', 'generation', '7'),
    );
  });
});

describe('Any sequence of transitions', () => {
  const step = fc.tuple(
    fc.constantFrom('begin', 'complete', 'publish', 'rollback', 'collect', 'empty'),
    fc.integer({ min: 1, max: 8 }),
  );
  const apply = (record: GenerationRecord, [kind, number]: readonly [string, number]): GenerationRecord => {
    try {
      if (kind === 'begin') return begun(record, `run-${number}`);
      if (kind === 'complete') return completeGeneration(record, number, 1);
      if (kind === 'publish') return publishGeneration(record, number, 1);
      if (kind === 'rollback') return rollbackTo(record, number === 8 ? undefined : number, 1);
      if (kind === 'collect') return collectGeneration(record, number, 1);
      return emptyGeneration(record, number, { atMs: 1, limits });
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      return record;
    }
  };

  it('keeps one published generation once there is one, and changes pointers in order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let record = EMPTY_GENERATIONS;
        const collected = new Set<number>();
        for (const each of steps) {
          const next = apply(record, each);
          const published = next.generations.filter(({ state }) => state === 'published');
          expect(published.length).toBe(next.publications === 0 ? 0 : 1);
          const hasMoved = publishedOf(next)?.number !== publishedOf(record)?.number;
          expect(next.publications - record.publications).toBe(hasMoved ? 1 : 0);
          for (const { number, state } of next.generations) {
            expect(collected.has(number) && state !== 'collected').toBe(false);
            if (state === 'collected') collected.add(number);
            expect(number).toBeLessThan(next.nextNumber);
          }
          record = decodeGenerations(encodeGenerations(next));
          expect(record).toEqual(next);
        }
      }),
    );
  });
});

describe('Stored generations', () => {
  it('are in a row named by corpus and family', () => {
    expect(generationsKey({ corpus: 'users', family: 'vectors' }).toString()).toBe(
      'generation#users#vectors',
    );
  });

  it.each(['', '[]', '{"format":1}', '{"format":1,"nextNumber":1,"publications":0,"generations":[{}]}'])(
    'are corrupted if they are %j',
    (text) => {
      const code = text === '[]' ? 'data_unsupported' : 'data_corrupted';
      expect(() => decodeGenerations(Buffer.from(text))).toThrow(tidemarkError(code));
    },
  );

  it('of a later format are not read', () => {
    expect(() => decodeGenerations(Buffer.from('{"format":2}'))).toThrow(tidemarkError('data_unsupported'));
  });
});
