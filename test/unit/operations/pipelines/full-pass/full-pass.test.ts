import { loadSchema } from '../../../../../src/codec/declarations/schema-registry';
import { DEFAULTS } from '../../../../../src/config/defaults';
import type { VisibleScanner } from '../../../../../src/consistency/store';
import { checkDefinition } from '../../../../../src/core/pipelines/check-definition';
import { TidemarkError } from '../../../../../src/errors';
import { isInternal } from '../../../../../src/operations/objects/object-rules';
import { runFullPass } from '../../../../../src/operations/pipelines/full-pass/full-pass';
import { positionCodec } from '../../../../../src/operations/pipelines/full-pass/position-codec';
import { systemClock } from '../../../../../src/platform/time/clock';

const pipeline = checkDefinition(
  { name: 'a', corpus: 'users', reads: ['profile'], writes: ['profile'], process: () => [] },
  { corpora: loadSchema().corpora(), isInternal },
);
const run = { pipeline: 'a', runId: 'r1', corpus: 'users', runTimeMs: 5, ranges: 2, writes: ['profile'] };
const never = (): never => {
  throw new Error('must not be called');
};

describe('A full pass', () => {
  it('aborts the calls of all ranges once one of them has failed', async () => {
    const signals: AbortSignal[] = [];
    // The second range waits for an answer that does not come, as from a store that is closed.
    const scanner: VisibleScanner = {
      scan: (_, options) => ({
        [Symbol.asyncIterator]: () => ({
          next() {
            signals.push(options!.signal as AbortSignal);
            if (signals.length > 1) return new Promise<never>(() => undefined);
            return Promise.reject(new TidemarkError('pipeline_failed', 'the first range fails'));
          },
        }),
      }),
    };
    const summary = await runFullPass(
      {
        pipeline,
        run,
        worker: { index: 0, count: 1 },
        signal: new AbortController().signal,
        onRejects: () => Promise.resolve(),
      },
      {
        scanner,
        readObjectRow: never,
        writer: { mutateRows: never },
        processRows: never,
        runs: undefined,
        positions: positionCodec(undefined),
        owner: 'o',
        clock: systemClock,
        random: () => 0.5,
        isDryRun: false,
        limits: {
          ...DEFAULTS.bigtable,
          ...DEFAULTS.counts,
          ...DEFAULTS.pipelines,
          derivedWriteMaxMs: 1_000,
          pageRows: 10,
          errorsMax: 0,
          rangesInFlight: 2,
        },
      },
    );
    expect(summary).toMatchObject({ status: 'failed', error: { message: 'the first range fails' } });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
