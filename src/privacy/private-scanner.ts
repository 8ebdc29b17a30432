import type { PrivacyRules } from '../core/privacy/privacy-rules';
import type { Scanner, VisibleScannedRow, VisibleScanner } from '../consistency/store';
import { visibleRow, withRecord } from './visible-row';

/**
 * Returns a scanner that removes from the rows of users what `PrivateReader` removes. It returns rows of users of which
 * nothing but their record passes the filter, without content.
 */
export function privateScanner(scanner: Pick<Scanner, 'scan'>, rules: PrivacyRules): VisibleScanner {
  return {
    async *scan(scan, call): AsyncGenerator<VisibleScannedRow, undefined> {
      const corpus = rules.get(scan.table);
      const filter = corpus === undefined ? scan.filter : withRecord(scan.filter);
      for await (const row of scanner.scan({ ...scan, filter }, call)) {
        const { key } = row;
        if (corpus === undefined) yield { key, row, privacy: undefined };
        else {
          const { row: visible, privacy } = visibleRow(corpus, row);
          yield { key, row: visible, privacy };
        }
      }
      return undefined;
    },
  };
}
