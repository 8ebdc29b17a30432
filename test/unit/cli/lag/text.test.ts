import { lagText } from '../../../../src/cli/lag/text';
import { lagAlarms } from '../../../../src/core/lag/lag-alarms';
import { minCompleteUpTo } from '../../../../src/core/lag/complete-up-to';
import { stageLags } from '../../../../src/core/lag/stage-lag';
import type { StageReport } from '../../../../src/core/lag/stage-report';
import { LIMITS, MINUTE, NOW, report, SECOND } from '../../core/lag/reports';

function textOf(...reports: readonly StageReport[]): string {
  const stages = stageLags(reports, NOW, LIMITS);
  const alarms = lagAlarms(stages, NOW, LIMITS);
  return lagText({ atMs: NOW, completeUpToMs: minCompleteUpTo(stages), stages, alarms, pipelines: [] });
}

describe('The text of ingestion progress', () => {
  it('has a row for each stage, with its lag and its backlog', () => {
    const filter = report({
      stage: 'filter',
      source: 'projects/ads/subscriptions/raw',
      producerDelayP99Ms: undefined,
      settledUpToMs: NOW - 3 * SECOND,
      backlogMessages: 7_000,
      backlogAgeSeconds: 45,
    });
    const api = report({ stage: 'api', source: '', heldMessages: 4, settledUpToMs: NOW - 100 });
    const [headline, , head, , first, second] = textOf(api, filter).split('\n');
    expect(headline).toBe('Counts are complete up to 2026-11-21T11:59:57.000Z, 3s ago.');
    expect(head).toMatch(/^stage +subscription +processes +complete up to +lag +event lag +delivery/);
    expect(first).toMatch(
      /^filter +raw +1 +2026-11-21T11:59:57\.000Z +3s +- +50ms \/ 300ms +100 +0 +7000, 45s$/,
    );
    expect(second).toMatch(/^api +- +1 +\S+ +100ms +200ms \/ 900ms +50ms \/ 300ms +100 +4 +-$/);
  });

  it('lists alarms with the subscriptions and processes that they are about', () => {
    const dead = report({ process: 'dead', atMs: NOW - 2 * MINUTE });
    const text = textOf(dead);
    expect(text).toContain('0, 1 silent');
    expect(text).toMatch(
      /^Alarm no_consumers, consumer clicks: no process consumes the subscription.*--forget\.$/m,
    );
    expect(text).toMatch(/^Alarm silent, consumer clicks \(dead\): a process of ingestion is silent/m);
    expect(text).toMatch(/^Alarm behind, consumer clicks: /m);
  });

  it('reports that no process publishes progress', () => {
    expect(textOf()).toMatch(
      /^The time up to which counts are complete is unknown: no process reports progress\.\n\nAlarm no_reports: /,
    );
  });

  it('names the pipelines that follow changes, and how far they are', () => {
    const pipelines = [
      { pipeline: 'interests', processedUpToMs: NOW - 2 * SECOND, partitions: 3, workers: 2 },
    ];
    const text = lagText({ atMs: NOW, completeUpToMs: undefined, stages: [], alarms: [], pipelines });
    expect(text).toContain(
      'Pipeline interests: all changes up to about 2026-11-21T11:59:58.000Z, 2s ago, are processed (3 partitions, 2 workers).',
    );
  });
});
