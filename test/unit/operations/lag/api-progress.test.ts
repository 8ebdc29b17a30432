import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import { DEFAULTS } from '../../../../src/config/defaults';
import { TidemarkError } from '../../../../src/errors';
import type { IngestAnswer, IngestInput } from '../../../../src/operations/events/ingest-events';
import { ApiProgress } from '../../../../src/operations/lag/api-progress';
import { AD_ACTION, click } from '../../../support/events';
import { VirtualClock } from '../../../support/virtual-clock';

const ACCEPTED: IngestAnswer = { outcomes: [{ status: 'accepted' }], token: EMPTY_TOKEN };

function observed() {
  const clock = new VirtualClock();
  const progress = new ApiProgress(clock, DEFAULTS.lag);
  const answers: ((answer: IngestAnswer | Error) => void)[] = [];
  const ingest = progress.trackRequests(
    () =>
      new Promise((resolve, reject) =>
        answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer))),
      ),
  );
  const event = (ageMs: number): IngestInput => ({
    event: click(clock.nowMs() - ageMs),
    dataType: AD_ACTION,
  });
  return { clock, progress, ingest, answers, event };
}

describe('The progress of requests with events', () => {
  it('it is the current time without requests', () => {
    const { clock, progress } = observed();
    expect(progress.currentProgress()).toMatchObject({ settledUpToMs: clock.nowMs(), heldMessages: 0 });
  });

  it('it is the arrival of the oldest request in flight, in whatever order they are answered', async () => {
    const { clock, progress, ingest, answers, event } = observed();
    const startMs = clock.nowMs();
    const first = ingest([event(0)]);
    await clock.advance(100);
    const second = ingest([event(0)]);
    await clock.advance(100);
    answers[1]!(ACCEPTED);
    await second;
    expect(progress.currentProgress()).toMatchObject({ settledUpToMs: startMs, heldMessages: 1 });
    answers[0]!(ACCEPTED);
    await first;
    expect(progress.currentProgress()).toMatchObject({ settledUpToMs: startMs + 200, heldMessages: 0 });
  });

  it('a failed request does not hold it back, since its sender knows', async () => {
    const { clock, progress, ingest, answers, event } = observed();
    const failing = ingest([event(0)]);
    answers[0]!(new TidemarkError('store_unavailable', 'away'));
    await expect(failing).rejects.toThrow('away');
    expect(progress.currentProgress()).toMatchObject({ settledUpToMs: clock.nowMs(), heldMessages: 0 });
  });

  it('it has the delays of accepted events', async () => {
    const { clock, progress, ingest, answers, event } = observed();
    const request = ingest([event(20), event(9_999)]);
    await clock.advance(5);
    const error = new TidemarkError('event_too_old', 'too old');
    answers[0]!({ ...ACCEPTED, outcomes: [{ status: 'accepted' }, { status: 'rejected', error }] });
    await request;
    expect(progress.currentProgress()).toMatchObject({
      producerDelayP99Ms: 20,
      eventLagP99Ms: 25,
      deliveryLagP99Ms: 5,
    });
  });
});
