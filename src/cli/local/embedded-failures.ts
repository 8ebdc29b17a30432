import { countOf } from '../../core/shared/count-of';
import type { LocalBigtableOptions } from '../../local-bigtable/index';
import { printError } from '../shared/terminal';

/** Prints internal failures of an embedded Bigtable on standard error: its clients only see INTERNAL. */
export const printFailures: Required<Pick<LocalBigtableOptions, 'onInternalError' | 'onListenerError'>> = {
  onInternalError: (error, path) => printError(`tidemark: embedded Bigtable: ${path}: ${detailsOf(error)}`),
  onListenerError: ({ message }, unreported) =>
    printError(
      `tidemark: embedded Bigtable: a connection cannot be accepted: ${message}${alsoText(unreported)}`,
    ),
};

const detailsOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

const alsoText = (unreported: number): string =>
  unreported === 0 ? '' : ` (and ${countOf(unreported, 'more time')} since the last such line)`;
