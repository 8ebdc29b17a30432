import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeObjective, isInRules, latencyObjectives } from '../../load/service-objectives';
import type { LoadReport } from '../../load/report';

const PROJECT = join(__dirname, '../../..');
const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');
const RULES = read('infra/alerts/tidemark.rules.yml');
const REPORT = JSON.parse(read('docs/benchmarks/load-test.json')) as LoadReport;

/** The report with another p99 of counts, in milliseconds. */
const reportOf = (p99: number): LoadReport => {
  const counts = REPORT.kinds.counts!;
  return {
    ...REPORT,
    kinds: { ...REPORT.kinds, counts: { ...counts, latencyMs: { ...counts.latencyMs, p99 } } },
  };
};

describe('latency objectives', () => {
  it('follow from the recorded load test, in the rules and in what they say', () => {
    const objectives = latencyObjectives(REPORT, RULES);
    expect(objectives.map(describeObjective).filter((line) => !line.endsWith('as in the rules'))).toEqual([]);
    for (const { kind, followsSeconds } of objectives) {
      expect(RULES).toContain(`99 % of ${kind} within ${followsSeconds * 1_000} ms`);
      const alert = kind === 'counts' ? 'CountsLatencyBudgetBurning' : 'ObjectsLatencyBudgetBurning';
      const [, rule = ''] = RULES.split(`alert: ${alert}\n`);
      expect(rule.split('- alert: ')[0]).toContain(`took longer than ${followsSeconds * 1_000} ms;`);
    }
  });

  it('are the bucket of the histogram that contains the measured p99', () => {
    const boundOf = (p99: number): number => latencyObjectives(reportOf(p99), RULES)[0]!.followsSeconds;
    expect([7.9, 8, 8.1, 21].map(boundOf)).toEqual([0.008, 0.008, 0.01, 0.03]);
    expect(() => boundOf(6_000)).toThrow('beyond all buckets');
  });

  it('differ from the rules when a load test is slower, and when the rules disagree among themselves', () => {
    const [slow] = latencyObjectives(reportOf(180), RULES);
    expect([isInRules(slow!), describeObjective(slow!)]).toEqual([
      false,
      expect.stringMatching(/so 99 % within 200 ms; the rules have le="\S+": set le="0.2"/),
    ]);
    const [first = ''] = latencyObjectives(REPORT, RULES)[0]!.inRules;
    const disagreeing = RULES.replace(`le="${first}"`, 'le="0.1"');
    expect(latencyObjectives(REPORT, disagreeing).map(isInRules)).toEqual([false, true]);
  });

  it('need counts and objects in the report', () => {
    const { counts } = REPORT.kinds;
    expect(() => latencyObjectives({ kinds: { counts: counts! } }, RULES)).toThrow(
      'the report has no objects',
    );
  });
});
