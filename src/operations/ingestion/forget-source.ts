import { deleteFromColumn } from '../../bigtable/mutations';
import { isAtWork } from '../../core/lag/settled-up-to';
import { invalidArgument } from '../../errors';
import type { Writer } from '../../watermark/store';
import { PROGRESS_FAMILY, PROGRESS_KEY, PROGRESS_TABLE, progressColumn } from './progress-row';
import { readReports, type ReadProgressDependencies } from './read-progress';

/** Processes whose last words are gone. */
export type ForgetSource = (source: string) => Promise<{ readonly processes: readonly string[] }>;

/**
 * Removes what was told of a subscription that is not to be read any more, by its short or full name: counts wait for it no
 * longer. Throws `invalid_argument` for one that is being read, or that nobody has told of.
 */
export function createForgetSource(
  dependencies: ReadProgressDependencies & { readonly writer: Writer },
): ForgetSource {
  const { writer, clock, limits } = dependencies;
  return async (name) => {
    const { reports } = await readReports(dependencies);
    const found = reports.filter(
      ({ source }) => source === name || source.endsWith(`/subscriptions/${name}`),
    );
    const atWork = found.filter((report) => isAtWork(report, clock.nowMs(), limits));
    if (name === '' || found.length === 0) throw invalidArgument('forget', `nobody has told of "${name}"`);
    if (atWork.length > 0) {
      throw invalidArgument('forget', `${atWork.length} of the processes that read "${name}" are at work`);
    }
    const mutations = found.map((report) =>
      // What is told from now on counts.
      deleteFromColumn(PROGRESS_FAMILY, progressColumn(report), { endMicros: clock.nowMs() * 1_000 }),
    );
    const row = { key: PROGRESS_KEY, mutations };
    await writer.mutateRow(PROGRESS_TABLE, row, { timeoutMs: limits.callTimeoutMs });
    return { processes: found.map(({ process }) => process) };
  };
}
