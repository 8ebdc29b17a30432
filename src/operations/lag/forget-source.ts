import { isActiveProcess } from '../../core/lag/settled-up-to';
import type { StageReport } from '../../core/lag/stage-report';
import { invalidArgument } from '../../errors';
import type { Writer } from '../../consistency/store';
import { reportName } from './progress-report-rows';
import { readProgressReports, type ReadProgressDependencies } from './read-progress';
import { removeProgressReports } from './remove-reports';

/** Removes the reports of a subscription. Returns the processes whose reports were removed. */
export type ForgetSource = (source: string) => Promise<{ readonly processes: readonly string[] }>;

type Dependencies = ReadProgressDependencies & { readonly writer: Writer };

/**
 * Returns an operation that removes the reports of a subscription that is no longer consumed, by its short or full
 * name, so that counts no longer wait for it. An unreadable report is named as in its alarm. It throws
 * `invalid_argument` for a subscription that is being consumed or has no reports.
 */
export function createForgetSource(dependencies: Dependencies): ForgetSource {
  return async (name) => {
    const { reports, unreadable, cells } = await readProgressReports(dependencies);
    const names = unreadable.includes(name)
      ? [name]
      : inactiveConsumers(name, reports, dependencies).map(reportName);
    const found = names.flatMap((each) => cells.get(each) ?? []);
    await removeProgressReports(dependencies.writer, found, { timeoutMs: dependencies.limits.callTimeoutMs });
    return { processes: names.map((each) => each.slice(each.indexOf('/') + 1)) };
  };
}

function inactiveConsumers(
  name: string,
  reports: readonly StageReport[],
  { clock, limits }: Dependencies,
): readonly StageReport[] {
  const found = reports.filter(({ source }) => source === name || source.endsWith(`/subscriptions/${name}`));
  const nowMs = clock.nowMs();
  // A process whose clock is ahead may or may not be active. If it is, it reports again.
  const active = found.filter(
    (report) => isActiveProcess(report, nowMs, limits) && report.atMs <= nowMs + limits.deadAfterMs,
  );
  if (name === '' || found.length === 0)
    throw invalidArgument('forget', `no process has reported on "${name}"`);
  if (active.length > 0) {
    throw invalidArgument('forget', `${active.length} of the processes that consume "${name}" are active`);
  }
  return found;
}
