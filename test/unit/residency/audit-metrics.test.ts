import { residencyAuditMetrics } from '../../../src/cli/residency/audit-metrics';
import { emptyAuditTally } from '../../../src/operations/residency/audit-record';
import { createMetrics } from '../../../src/platform/telemetry/metrics';
import { VirtualClock } from '../../support/virtual-clock';

it('metrics of an audit show its findings that are not repaired, and the time since it completed', async () => {
  const clock = new VirtualClock();
  const metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 1_000 });
  const audits = residencyAuditMetrics(metrics, clock);
  await clock.advance(5_000);
  expect(await metrics.prometheus()).toContain('tidemark_residency_audit_age 5\n');
  const { findings, ...tally } = emptyAuditTally();
  audits.onComplete({ ...tally, findings: { ...findings, orphaned: 3, unknown: 1 }, repaired: 2 }, 4);
  await clock.advance(1_000);
  const shown = await metrics.prometheus();
  expect(shown).toContain('tidemark_residency_audit_age 1\n');
  expect(shown).toContain('tidemark_residency_audit_findings{kind="orphaned"} 1\n');
  expect(shown).toContain('tidemark_residency_audit_findings{kind="unknown"} 1\n');
  expect(shown).toContain('tidemark_residency_audit_findings{kind="violation"} 4\n');
  await metrics.shutdown();
});
