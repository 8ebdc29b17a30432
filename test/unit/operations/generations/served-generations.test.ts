import { EVENTUAL, type ReadEvidence } from '../../../../src/core/consistency/consistency';
import { DEFAULTS } from '../../../../src/config/defaults';
import {
  beginGeneration,
  collectGeneration,
  completeGeneration,
  EMPTY_GENERATIONS,
  publishGeneration,
  rollbackTo,
  type GenerationRecord,
} from '../../../../src/core/generations/generation-record';
import {
  encodeGenerations,
  GENERATIONS_QUALIFIER,
} from '../../../../src/core/generations/stored-generations';
import { PIPELINE_FAMILY } from '../../../../src/core/pipelines/pipelines-table';
import type { DataType } from '../../../../src/core/schema/schema';
import { publicationId } from '../../../../src/core/tokens/publications';
import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import type { RowsAnswer, RowsRead } from '../../../../src/consistency/store';
import {
  GenerationPointers,
  NO_GENERATIONS,
  withGenerationToken,
} from '../../../../src/operations/generations/served-generations';
import { seededRandom } from '../../../../src/platform/random';
import { createLogger } from '../../../../src/platform/telemetry/logger';
import { sleep } from '../../../../src/platform/time/clock';
import { tidemarkError } from '../../../support/tidemark-error';
import { VirtualClock } from '../../../support/virtual-clock';

const vectors = { corpus: 'users', family: 'vectors', generations: true } as unknown as DataType;
const plain = { corpus: 'users', family: 'plain' } as unknown as DataType;
const evidence: ReadEvidence = {
  level: 'eventual',
  met: true,
  clusters: [],
  tier: 'nearest',
  lookups: 1,
  stalenessMs: undefined,
  token: EMPTY_TOKEN,
};
const limits = DEFAULTS.generations;

/** A record with two generations, of which the first is published. */
function published(): GenerationRecord {
  let record = EMPTY_GENERATIONS;
  for (const runId of ['a', 'b']) {
    const run = { pipeline: 'p', runId, versionMs: 1 };
    record = beginGeneration(record, run, { atMs: 1, limits }).record;
    record = completeGeneration(record, record.nextNumber - 1, 1);
  }
  return publishGeneration(record, 1, 2);
}

class World {
  readonly clock = new VirtualClock();
  record = published();
  polls = 0;
  /** Times that reads of the pointers take, in milliseconds. */
  delaysMs: number[] = [];
  failure: Error | undefined;

  readonly pointers = new GenerationPointers({
    reader: { readRows: (read) => this.#readRows(read) },
    dataTypes: [vectors, plain],
    clock: this.clock,
    random: seededRandom(1),
    logger: createLogger({ level: 'silent', service: 'test' }),
    limits,
  });

  async #readRows({ keys }: RowsRead): Promise<RowsAnswer> {
    this.polls += 1;
    const value = encodeGenerations(this.record);
    const delayMs = this.delaysMs.shift() ?? 0;
    if (delayMs > 0) await sleep(this.clock, delayMs);
    if (this.failure !== undefined) throw this.failure;
    const cell = {
      family: PIPELINE_FAMILY,
      qualifier: GENERATIONS_QUALIFIER,
      timestampMicros: 1_000,
      value,
      labels: [],
    };
    return { rows: keys.map((key) => ({ key, cells: [cell] })), evidence, unmet: [] };
  }

  readonly generationOf = async (publication?: number, requested?: Record<string, number>) => {
    const token =
      publication === undefined
        ? undefined
        : {
            ...EMPTY_TOKEN,
            publications: [{ dataType: publicationId('users', 'vectors'), number: publication }],
          };
    const wanted = { dataTypes: [vectors, plain], requested, consistency: { ...EVENTUAL, token } };
    const answer = await this.pointers.read(wanted, async (pins) => ({ pinned: pins.get('vectors') }));
    expect(answer.generations).toEqual({ vectors: answer.pinned });
    return answer.pinned;
  };
}

describe('A read of objects', () => {
  let world: World;

  beforeEach(async () => {
    world = new World();
    await world.pointers.poll();
  });

  it('makes no call of its own while the pointers are read in the background', async () => {
    for (let count = 0; count < 100; count++) expect(await world.generationOf()).toBe(1);
    expect(world.polls).toBe(1);
  });

  it('makes no call and has no generation if no selected DataType has any, even before the first poll', async () => {
    const fresh = new World();
    const answer = await fresh.pointers.read({ dataTypes: [plain], consistency: EVENTUAL }, async (pins) => ({
      size: pins.size,
    }));
    expect([answer.size, answer.generations, fresh.polls]).toEqual([0, undefined, 0]);
  });

  it('uses a publication from the next poll on', async () => {
    world.record = publishGeneration(world.record, 2, 3);
    expect(await world.generationOf()).toBe(1);
    await world.pointers.poll();
    expect(await world.generationOf()).toBe(2);
  });

  it('reads pointers that are too old once, also for many reads at a time', async () => {
    await world.clock.advance(limits.pointerAgeMaxMs + 1);
    world.record = publishGeneration(world.record, 2, 3);
    const reads = await Promise.all(Array.from({ length: 10 }, () => world.generationOf()));
    expect([new Set(reads), world.polls]).toEqual([new Set([2]), 2]);
  });

  it('fails with the error of the store while the pointers are too old and cannot be read', async () => {
    await world.clock.advance(limits.pointerAgeMaxMs + 1);
    world.failure = new Error('unavailable');
    await expect(world.generationOf()).rejects.toThrow('unavailable');
  });

  it('uses the publication of its token at once, or fails', async () => {
    world.record = publishGeneration(world.record, 2, 3);
    expect(await world.generationOf(2)).toBe(2);
    expect(await world.generationOf(1)).toBe(2);
    world.record = rollbackTo(world.record, undefined, 4);
    expect(await world.generationOf(3)).toBe(1);
    const failed = expect(world.generationOf(4)).rejects.toThrow(tidemarkError('consistency_unmet'));
    await world.clock.advance(limits.refreshTimeoutMs + limits.refreshPauseMs);
    await failed;
  });

  it('is repeated with new pointers if it took longer than they are valid', async () => {
    let runs = 0;
    const wanted = { dataTypes: [vectors], consistency: EVENTUAL };
    const answer = world.pointers.read(wanted, async (pins) => {
      runs += 1;
      if (runs === 1) await sleep(world.clock, limits.answerAgeMaxMs + 1);
      return { pinned: pins.get('vectors') };
    });
    world.record = publishGeneration(world.record, 2, 3);
    await world.clock.advance(limits.answerAgeMaxMs + 2);
    expect([(await answer).pinned, runs]).toEqual([2, 2]);
  });

  it('fails if it takes longer than its pointers are valid again and again', async () => {
    const wanted = { dataTypes: [vectors], consistency: EVENTUAL };
    const read = async () => {
      await sleep(world.clock, limits.answerAgeMaxMs + 1);
      return {};
    };
    const failed = expect(world.pointers.read(wanted, read)).rejects.toThrow(
      tidemarkError('deadline_exceeded'),
    );
    await world.clock.advance(4 * limits.answerAgeMaxMs);
    await failed;
  });

  it('may name a generation, unless it was collected', async () => {
    expect(await world.generationOf(undefined, { vectors: 2 })).toBe(2);
    await expect(world.generationOf(undefined, { vectors: 3 })).rejects.toThrow(
      tidemarkError('generation_not_found', 'generations.vectors'),
    );
    await expect(world.generationOf(undefined, { plain: 1 })).rejects.toThrow(
      tidemarkError('invalid_argument', 'generations.plain'),
    );
    world.record = collectGeneration(world.record, 2, 3);
    await world.pointers.poll();
    await expect(world.generationOf(undefined, { vectors: 2 })).rejects.toThrow(
      tidemarkError('generation_not_found', 'generations.vectors'),
    );
  });

  it('returns a token with the pointers that it has seen', async () => {
    const wanted = { dataTypes: [vectors], consistency: EVENTUAL };
    const answer = await world.pointers.read(wanted, async () => ({}));
    const { token } = withGenerationToken(evidence, answer);
    expect(token.publications).toEqual([{ dataType: publicationId('users', 'vectors'), number: 1 }]);
    expect(withGenerationToken(evidence, {})).toBe(evidence);
  });

  it('of a DataType with generations fails in a process that does not read the pointers', () => {
    const wanted = { dataTypes: [vectors], consistency: EVENTUAL };
    expect(() => NO_GENERATIONS.read(wanted, async () => ({}))).toThrow(tidemarkError('not_ready'));
  });
});

describe('The pointers', () => {
  it('stay those of the newer publication if an older replica answers later', async () => {
    const world = new World();
    const older = world.record;
    world.record = publishGeneration(world.record, 2, 3);
    await world.pointers.poll();
    world.record = older;
    await world.pointers.poll();
    expect(await world.generationOf()).toBe(2);
  });

  it('are read before the process is ready, and then about once a second', async () => {
    const world = new World();
    expect(world.pointers.isLoaded).toBe(false);
    world.pointers.start();
    await world.clock.advance(0);
    expect([world.pointers.isLoaded, world.polls]).toEqual([true, 1]);
    await world.clock.advance(10 * limits.pollIntervalMs);
    expect(world.polls).toBe(11);
    await world.pointers.stop();
  });

  it('age by the clock that shows more', async () => {
    const world = new World();
    expect(world.pointers.ageMs).toBe(Infinity);
    await world.pointers.poll();
    await world.clock.advance(700);
    expect(world.pointers.ageMs).toBe(700);
  });
});
