/**
 * Where Google's emulator (gcloud SDK 528) does not do what Bigtable's documentation says. The conformance suite runs
 * each of these tests against it and expects it to fail: an entry that has become wrong fails the suite.
 */
export interface Difference {
  /** What the documentation says, which the embedded server does. */
  readonly documented: string;
  readonly source: string;
  /** What Google's emulator does instead. */
  readonly google: string;
}

const DATA_PROTO = 'https://github.com/googleapis/googleapis/blob/master/google/bigtable/v2/data.proto';
const SERVICE_PROTO =
  'https://github.com/googleapis/googleapis/blob/master/google/bigtable/v2/bigtable.proto';
const TABLE_PROTO =
  'https://github.com/googleapis/googleapis/blob/master/google/bigtable/admin/v2/table.proto';
const QUOTAS = 'https://cloud.google.com/bigtable/quotas';

export const LEDGER = {
  'mutate-row-atomic': {
    documented: 'MutateRow applies all mutations of the row or none.',
    source: `${SERVICE_PROTO} (MutateRowRequest.mutations: "Changes to be atomically applied")`,
    google: 'keeps the mutations before the one that it refuses',
  },
  'row-key-limit': {
    documented: 'Row keys have at most 4 KB.',
    source: `${DATA_PROTO} (Row.key), ${QUOTAS}`,
    google: 'takes keys of any length',
  },
  'empty-row-key': {
    documented: 'Row keys are non-empty byte strings.',
    source: `${DATA_PROTO} (Row.key)`,
    google: 'takes the empty key',
  },
  'aggregate-min-max': {
    documented: 'Min and max aggregates keep the smallest and the largest input.',
    source: 'https://github.com/googleapis/googleapis/blob/master/google/bigtable/admin/v2/types.proto',
    google: 'keeps the last input',
  },
  'gc-max-versions': {
    documented: 'Garbage should not be relied on; the embedded server hides it from reads at once.',
    source: TABLE_PROTO,
    google: 'shows garbage until a sweep some seconds later',
  },
} as const satisfies Record<string, Difference>;

export type DifferenceId = keyof typeof LEDGER;
