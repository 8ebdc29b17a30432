import type { RunTally } from '../../core/pipelines/run-rows';
import type { Metrics } from '../../platform/telemetry/metrics';
import type { Clock } from '../../platform/time/clock';

export interface RunMetrics {
  /** Called after each page that is saved, with its totals. */
  onPage(page: Readonly<RunTally>): void;
  /** Called for each page that is read again, because its writes would have been late. */
  onLatePage(): void;
  /** Called when the pass has ended. */
  onEnd(status: 'complete' | 'interrupted' | 'failed'): void;
}

const MS_PER_SECOND = 1_000;

/** Returns an observer that records the metrics of one worker of a full pass. */
export function runMetrics(metrics: Metrics, pipeline: string, clock: Clock): RunMetrics {
  const counter = (name: string, description: string) =>
    metrics.counter({ name: `tidemark.pipeline.${name}`, description }, ['pipeline', 'outcome']);
  const objects = counter('objects', 'Objects that a full pass has processed, by outcome');
  const cells = counter('cells', 'Cells that a full pass has written, deleted or withheld, by outcome');
  const pages = counter('pages', 'Pages of a full pass: saved, or read again since their writes were late');
  const passes = counter('passes', 'Ended full passes of workers, by outcome');
  const startedMs = clock.monotonicMs();
  metrics.gauges(
    {
      name: 'tidemark.pipeline.pass_duration',
      description: 'Seconds since a worker of a full pass has started',
      labels: ['pipeline'],
      absentValue: 0,
    },
    () => [{ labels: { pipeline }, value: (clock.monotonicMs() - startedMs) / MS_PER_SECOND }],
  );
  return {
    onPage(page) {
      objects(page.objects - page.failed, pipeline, 'processed');
      objects(page.failed, pipeline, 'rejected');
      cells(page.written, pipeline, 'written');
      cells(page.deleted, pipeline, 'deleted');
      cells(page.withheld, pipeline, 'withheld');
      pages(1, pipeline, 'saved');
    },
    onLatePage: () => pages(1, pipeline, 'late'),
    onEnd: (status) => passes(1, pipeline, status),
  };
}
