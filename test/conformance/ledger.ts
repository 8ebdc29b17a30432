/**
 * Where Google's emulator (gcloud SDK 528) does not do what Bigtable's documentation says. The conformance suite runs
 * the tests of these entries against it too and expects them to fail: an entry that is no longer true fails the suite.
 */
export interface Difference {
  /** What the documentation says, and the embedded server does. */
  readonly documented: string;
  readonly source: string;
  /** What Google's emulator does instead. */
  readonly google: string;
}

const PROTOS = 'https://github.com/googleapis/googleapis/blob/master/google/bigtable';
const DATA = `${PROTOS}/v2/data.proto`;
const SERVICE = `${PROTOS}/v2/bigtable.proto`;
const ADMIN = `${PROTOS}/admin/v2/bigtable_table_admin.proto`;
const CODES = 'https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto';

export const LEDGER = {
  'atomic-mutate-row': {
    documented: 'MutateRow applies all mutations of the row or none of them.',
    source: `${SERVICE} (MutateRow: "Mutates a row atomically")`,
    google: 'keeps the mutations before the one that it refuses',
  },
  'size-limits': {
    documented: 'Row keys have at most 4 KiB, qualifiers 16 KiB.',
    source: `${DATA} (Row.key, Column.qualifier)`,
    google: 'takes any length',
  },
  'unknown-family-code': {
    documented: 'A mutation of a family that does not exist fails with NOT_FOUND.',
    source: CODES,
    google: 'answers UNKNOWN, or ignores DeleteFromFamily',
  },
  'invalid-argument-code': {
    documented: 'A request that is wrong whatever the state of the system fails with INVALID_ARGUMENT.',
    source: CODES,
    google: 'answers UNKNOWN',
  },
  'precondition-code': {
    documented: 'An operation that the state of the system does not allow fails with FAILED_PRECONDITION.',
    source: CODES,
    google: 'answers UNKNOWN',
  },
  'check-and-mutate-needs-mutations': {
    documented: 'CheckAndMutateRow needs at least one mutation in one of its branches.',
    source: `${SERVICE} (CheckAndMutateRowRequest.true_mutations: "Must contain at least one entry if …")`,
    google: 'takes a request without any',
  },
  'read-modify-write-needs-rules': {
    documented: 'ReadModifyWriteRow has at least one rule.',
    source: `${SERVICE} (ReadModifyWriteRowRequest.rules: "At least one entry must be specified")`,
    google: 'takes a request without any',
  },
  'reversed-scan': {
    documented: 'reversed reads the rows in descending order.',
    source: `${SERVICE} (ReadRowsRequest.reversed)`,
    google: 'answers UNIMPLEMENTED',
  },
  'family-order': {
    documented: 'Limits per row take the first cells, in an order that is the same at each read.',
    source: `${DATA} (cells_per_row_limit_filter)`,
    google: 'visits families in a random order, so that a limit leaves other cells each time',
  },
  sink: {
    documented: "A sink's cells go to the output of the read, past the filters that follow.",
    source: `${DATA} (RowFilter.sink, with the example tested here)`,
    google: 'lets the following filters take them away',
  },
  'conditional-sink': {
    documented: 'A sink cannot be used within a condition.',
    source: `${DATA} (RowFilter.sink)`,
    google: 'takes it',
  },
  'filter-limits': {
    documented:
      'Filters have at most 20 KiB and are nested at most 20 deep; labels have at most 15 characters.',
    source: `${DATA} (RowFilter, apply_label_transformer)`,
    google: 'takes more',
  },
  'one-label-per-chain': {
    documented: 'A chain has at most one filter with a label.',
    source: `${DATA} (apply_label_transformer)`,
    google: 'takes several, the last one wins',
  },
  'family-regex-colon': {
    documented: 'A family name regex must not contain a colon.',
    source: `${DATA} (family_name_regex_filter)`,
    google: 'takes it',
  },
  'aggregate-min-max': {
    documented: 'Min and max aggregates keep the smallest and the largest input.',
    source: `${PROTOS}/admin/v2/types.proto (Type.Aggregate)`,
    google: 'keeps the last input',
  },
  'aggregate-set-cell': {
    documented: 'Cells of aggregate families are written by AddToCell and MergeToCell.',
    source: 'https://cloud.google.com/bigtable/docs/aggregates',
    google: 'takes SetCell',
  },
  'table-names': {
    documented: 'Table ids and family names match [-_.a-zA-Z0-9]+ and are not empty.',
    source: `${ADMIN} (CreateTableRequest.table_id), ${DATA} (Family.name)`,
    google: 'takes any',
  },
  'garbage-hidden': {
    documented: 'Garbage may be served until it is collected; the embedded server never serves it.',
    source: 'https://cloud.google.com/bigtable/docs/garbage-collection',
    google: 'serves garbage until its sweep',
  },
  'list-tables-pages': {
    documented: 'page_size limits a page of ListTables, page_token continues it.',
    source: `${ADMIN} (ListTablesRequest)`,
    google: 'returns everything',
  },
} as const satisfies Record<string, Difference>;

export type DifferenceId = keyof typeof LEDGER;
