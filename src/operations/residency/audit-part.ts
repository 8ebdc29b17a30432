import type { CallOptions, Filter, Row } from '../../bigtable/client/types';
import type { Scanner } from '../../consistency/store';
import type { AuditRecord, AuditTally } from './audit-record';

/** A table that is audited, and what its rows are compared with. */
export interface AuditPart {
  readonly table: string;
  readonly scanner: Scanner;
  /** Filter of the scan. It passes something of each row. */
  readonly filter: Filter;
  /** Compares rows, adds them to the totals, and returns those to report. Rows that no subject has are skipped. */
  compare(rows: readonly Row[], tally: AuditTally, call: CallOptions): Promise<readonly AuditRecord[]>;
}

/** Limits of comparisons. */
export interface PlacementAuditLimits {
  readonly rowsPerPage: number;
  readonly entriesPerRead: number;
  readonly readsInFlight: number;
  readonly confirmationsInFlight: number;
  readonly callTimeoutMs: number;
}
