import { isActive } from '../../core/lag/settled-up-to';
import type { StageReport } from '../../core/lag/stage-report';
import { invalidArgument } from '../../errors';
import type { Writer } from '../../consistency/store';
import { reportName } from './progress-report-rows';
import { readProgressReports, type ReadProgressDependencies } from './read-progress';
import { removeProgressReports } from './remove-reports';

/** Processes whose last words are gone. */
export type ForgetSource = (source: string) => Promise<{ readonly processes: readonly string[] }>;

type Dependencies = ReadProgressDependencies & { readonly writer: Writer };

/**
 * Removes what was told of a subscription that is not to be read any more, by its short or full name: counts wait for it no
 * longer. A report that nobody can read goes by the name that the alarm tells. Throws `invalid_argument` for a subscription
 * that is being read, or that nobody has told of.
 */
export function createForgetSource(dependencies: Dependencies): ForgetSource {
  return async (name) => {
    const { reports, unreadable, cells } = await readProgressReports(dependencies);
    const names = unreadable.includes(name)
      ? [name]
      : lastReaders(name, reports, dependencies).map(reportName);
    const found = names.flatMap((each) => cells.get(each) ?? []);
    await removeProgressReports(dependencies.writer, found, { timeoutMs: dependencies.limits.callTimeoutMs });
    return { processes: names.map((each) => each.slice(each.indexOf('/') + 1)) };
  };
}

function lastReaders(
  name: string,
  reports: readonly StageReport[],
  { clock, limits }: Dependencies,
): readonly StageReport[] {
  const found = reports.filter(({ source }) => source === name || source.endsWith(`/subscriptions/${name}`));
  const nowMs = clock.nowMs();
  // Of one whose clock is ahead nothing tells whether it is at work; if it is, it tells so again.
  const atWork = found.filter(
    (report) => isActive(report, nowMs, limits) && report.atMs <= nowMs + limits.deadAfterMs,
  );
  if (name === '' || found.length === 0) throw invalidArgument('forget', `nobody has told of "${name}"`);
  if (atWork.length > 0) {
    throw invalidArgument('forget', `${atWork.length} of the processes that read "${name}" are at work`);
  }
  return found;
}
