import type { Cell } from '../../bigtable/client/types';
import { decodeConsentRecord } from '../../codec/privacy/consent-record';
import { parsePrivacyColumn } from '../../core/privacy/privacy-family';
import type { RowPrivacy } from '../../core/privacy/row-privacy';
import { TidemarkError } from '../../errors';
import { isExported, type ExportLine, type HiddenChoice } from '../../core/privacy/subject-export';

const MICROS_PER_MS = 1_000;

/** Returns the lines of a user's record in one corpus: decisions about purposes, erasures and deletions of events. */
export function decisionLines(
  corpus: string,
  {
    cells,
    privacy,
  }: { readonly cells: readonly Cell[]; readonly privacy: Pick<RowPrivacy, 'voidedUpTo'> | undefined },
  choice: HiddenChoice,
): readonly ExportLine[] {
  return cells.flatMap(({ qualifier, timestampMicros, value }): readonly ExportLine[] => {
    const column = parsePrivacyColumn(qualifier);
    const timestampMs = timestampMicros / MICROS_PER_MS;
    if (column === undefined || column.kind === 'deleted-event') return [];
    if (column.kind === 'grant' || column.kind === 'withdrawal') {
      const hidden = timestampMicros <= (privacy?.voidedUpTo(column.kind) ?? -1) ? 'erased' : undefined;
      if (!isExported(hidden, choice)) return [];
      const about = { corpus, decision: column.kind, purpose: column.purpose, timestampMs };
      return [{ type: 'consent', ...about, ...recorded(value), hidden }];
    }
    return choice === 'all' ? [{ type: 'erasure', corpus, of: column.kind, upToMs: timestampMs }] : [];
  });
}

/** A decision without a readable source is exported without it: what was decided, and when, is in its column. */
function recorded(value: Buffer): { readonly source?: string | undefined; readonly recordedAtMs?: number } {
  try {
    return decodeConsentRecord(value);
  } catch (error) {
    if (!(error instanceof TidemarkError)) throw error;
    return {};
  }
}
