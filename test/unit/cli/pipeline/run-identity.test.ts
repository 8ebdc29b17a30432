import { runIdentity } from '../../../../src/cli/pipeline/run-identity';
import { tidemarkError } from '../../../support/tidemark-error';

const NOW_MS = Date.UTC(2026, 0, 31, 9, 30);
const NO_TASK = { index: undefined, count: undefined, execution: undefined };
const TASK = { index: 1, count: 2, execution: 'job-x1' };
const ALONE = { index: 0, count: 1 };

describe('The run and the share of a worker', () => {
  const identityOf = (
    runId: string | undefined,
    worker = ALONE,
    task: typeof NO_TASK | typeof TASK = NO_TASK,
  ) => runIdentity({ runId, worker }, task, NOW_MS);

  it('are a new run and all of it without options, with an id that sorts by time', () => {
    const { runId, worker } = identityOf(undefined);
    expect([worker, runId]).toEqual([ALONE, expect.stringMatching(/^20260131t093000-[0-9a-f]{4}$/)]);
  });

  it('come from the variables of a task in Cloud Run, unless options name them', () => {
    expect(identityOf(undefined, ALONE, TASK)).toEqual({ runId: 'job-x1', worker: { index: 1, count: 2 } });
    expect(identityOf('r1', ALONE, TASK)).toEqual({ runId: 'r1', worker: { index: 1, count: 2 } });
    const named = { index: 2, count: 8 };
    expect(identityOf('r1', named, TASK)).toEqual({ runId: 'r1', worker: named });
  });

  it('are rejected without an id on which several workers agree, and with an invalid one', () => {
    expect(() => identityOf(undefined, { index: 0, count: 2 })).toThrow(
      tidemarkError('invalid_argument', 'runId'),
    );
    expect(() => identityOf('a#b')).toThrow(tidemarkError('invalid_argument', 'runId'));
    expect(() => identityOf('r1', ALONE, { ...TASK, index: 2 })).toThrow(
      tidemarkError('invalid_argument', 'worker'),
    );
    expect(() => identityOf('r1', { index: 0, count: 257 })).toThrow(
      tidemarkError('invalid_argument', 'worker'),
    );
  });
});
