/**
 * Differences between the embedded server and Google's emulator (gcloud SDK 528), and which of them follows Bigtable's
 * documentation. The conformance suite verifies every entry: it runs the entry's tests on both servers and expects the
 * one that differs to fail, so that an outdated entry fails the suite. docs/compatibility.md is generated from it.
 */
export interface Difference {
  /** Documented behaviour, or that it is undocumented. */
  readonly documented: string;
  readonly source: string;
  /** Behaviour of the embedded server, if it is not simply the documented one. */
  readonly embedded?: string;
  /** Behaviour of Google's emulator. */
  readonly google: string;
  /** Server that follows the documentation. Default: the embedded server. */
  readonly follows?: 'google' | 'undocumented';
  /** Google's emulator crashes at such a request and loses all data. */
  readonly fatal?: true;
}

const PROTOS = 'https://github.com/googleapis/googleapis/blob/master/google/bigtable';
const DATA = `${PROTOS}/v2/data.proto`;
const SERVICE = `${PROTOS}/v2/bigtable.proto`;
const ADMIN = `${PROTOS}/admin/v2/bigtable_table_admin.proto`;
const CPP_FILTERS =
  'https://github.com/googleapis/google-cloud-cpp/blob/main/google/cloud/bigtable/filters.h';
const RE2_SYNTAX = 'https://github.com/google/re2/wiki/Syntax';
/** Answers of production to the cases of another project that compares it with the emulator. */
const MEASURED = 'https://github.com/jayfeng0625/better-bttest/blob/main/internal/parity/testdata/real.json';
const CODES = 'https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto';

export const KNOWN_DIFFERENCES = {
  'atomic-mutate-row': {
    documented: 'MutateRow applies all mutations of the row or none of them.',
    source: `${SERVICE} (MutateRow: "Mutates a row atomically")`,
    google: 'applies the mutations before the one that it rejects',
  },
  'size-limits': {
    documented:
      'Row keys have at most 4 KiB, qualifiers 16 KiB; a request has at most 100,000 mutations or rules.',
    source: `${DATA} (Row.key, Column.qualifier), ${SERVICE} (MutateRowRequest.mutations, MutateRowsRequest.entries)`,
    google: 'accepts any length and number',
  },
  'unknown-family-code': {
    documented: 'A mutation of a family that does not exist fails with NOT_FOUND.',
    source: CODES,
    google: 'answers UNKNOWN, or ignores DeleteFromFamily',
  },
  'invalid-argument-code': {
    documented:
      'A request that is invalid regardless of the state of the system fails with INVALID_ARGUMENT.',
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
    google: 'accepts a request without any',
  },
  'read-modify-write-needs-rules': {
    documented: 'ReadModifyWriteRow has at least one rule.',
    source: `${SERVICE} (ReadModifyWriteRowRequest.rules: "At least one entry must be specified")`,
    google: 'accepts a request without any',
  },
  'read-modify-write-key': {
    documented: 'A row key must not be empty.',
    source: `${DATA} (Row.key)`,
    google: 'writes a row with the empty key',
  },
  'entry-without-mutations': {
    documented: 'Each entry of MutateRows has at least one mutation.',
    source: `${SERVICE} (MutateRowsRequest.Entry.mutations)`,
    google: 'accepts an entry without any',
  },
  'whole-batch-rejected': {
    documented:
      'An entry of MutateRows that is invalid in itself fails the whole call before anything is written.',
    source: `${MEASURED} (MutateRows a valid entry, then AddToCell with a bytes input); seen on production: https://github.com/googleapis/google-cloud-go/issues/4677`,
    google: 'returns a status for the entry and writes the others',
  },
  'mismatched-entries': {
    documented:
      'Entries of MutateRows are applied independently. In production one that does not fit the type of its family fails all of its batch, each with a status.',
    source: `${SERVICE} (MutateRows: "the entire batch is not executed atomically"); measured: ${MEASURED} (MutateRows … then a valid entry)`,
    embedded: 'fails only that entry, as documented',
    google: 'accepts AddToCell in families of plain cells',
    follows: 'undocumented',
  },
  'both-branches': {
    documented:
      'Mutations that are invalid regardless of the row are rejected in either branch of CheckAndMutateRow.',
    source: `${MEASURED} (CheckAndMutateRow … in the branch it skips)`,
    google: 'validates only the branch that it applies',
  },
  'timestamp-range': {
    documented: 'A timestamp is an int64 of microseconds.',
    source: `${DATA} (Cell.timestamp_micros)`,
    embedded: 'rejects those after the year 287396, whose milliseconds a double cannot represent exactly',
    google: 'accepts them',
    follows: 'google',
  },
  'reversed-scan': {
    documented: 'reversed reads the rows in descending order.',
    source: `${SERVICE} (ReadRowsRequest.reversed)`,
    google: 'answers UNIMPLEMENTED',
  },
  'closed-empty-end': {
    documented: 'A row range whose inclusive end is the empty key is undocumented.',
    source: `${DATA} (RowRange.end_key_closed)`,
    embedded: 'rejects it as a range that ends before it starts',
    google: 'reads nothing',
    follows: 'undocumented',
  },
  'negative-rows-limit': {
    documented: 'A negative rows_limit is undocumented.',
    source: `${SERVICE} (ReadRowsRequest.rows_limit)`,
    embedded: 'rejects it with INVALID_ARGUMENT',
    google: 'reads nothing',
    follows: 'undocumented',
  },
  views: {
    documented:
      'Authorized views limit reads and writes to some rows and columns. Writes to others are denied, each entry of MutateRows by itself.',
    source: `${SERVICE} (ReadRowsRequest.authorized_view_name); seen on production: https://github.com/googleapis/nodejs-bigtable/blob/main/system-test/bigtable.ts (AuthorizedViews)`,
    embedded:
      'denies deletions of a family or row unless the view includes all their columns, also those to come, which is undocumented',
    google: 'uses the table, all of it',
  },
  sql: {
    documented: 'Tables can be queried by SQL.',
    source: `${SERVICE} (PrepareQuery, ExecuteQuery); https://cloud.google.com/bigtable/docs/googlesql-overview`,
    embedded: 'serves a subset: [sql.md](sql.md)',
    google: 'answers UNIMPLEMENTED',
  },
  'materialized-views': {
    documented: 'Rows can be read through materialized views.',
    source: `${SERVICE} (ReadRowsRequest.materialized_view_name)`,
    embedded: 'answers UNIMPLEMENTED: SQL results are computed for each query',
    google: 'uses the table, all of it',
    follows: 'undocumented',
  },
  'response-metadata': {
    documented:
      'Each answer of the data API reports its latency in the header `server-timing`, and its cluster and zone in the trailer `x-goog-ext-425905942-bin`.',
    source: `${PROTOS}/v2/response_params.proto; https://cloud.google.com/bigtable/docs/client-side-metrics`,
    google: 'sends neither',
  },
  'iam-policies': {
    documented: 'IAM policies are stored with an etag, which detects concurrent changes.',
    source: 'https://github.com/googleapis/googleapis/blob/master/google/iam/v1/policy.proto (Policy.etag)',
    google: 'answers UNIMPLEMENTED',
  },
  backups: {
    documented:
      'Tables are backed up, and backups copied and restored, until they expire, 6 hours to 90 days later.',
    source: `${ADMIN} (CreateBackup, CopyBackup, RestoreTable), ${PROTOS}/admin/v2/table.proto (Backup)`,
    embedded: 'serves standard backups, and answers UNIMPLEMENTED to hot ones',
    google: 'crashes',
    fatal: true,
  },
  'undelete-table': {
    documented: 'A deleted table can be restored for some time.',
    source: `${ADMIN} (UndeleteTable); seven days: https://cloud.google.com/bigtable/docs/managing-tables#undelete`,
    embedded: 'restores families and rows of up to 100 deleted tables with 16 MiB together per instance',
    google: 'crashes',
    fatal: true,
  },
  'empty-lists': {
    documented: 'Resources of a kind can be listed, even if there are none.',
    source: `${ADMIN} (ListSnapshots, ListSchemaBundles), ${PROTOS}/admin/v2/bigtable_instance_admin.proto (ListLogicalViews, ListMaterializedViews)`,
    google: 'answers UNIMPLEMENTED',
  },
  'replicated-age': {
    documented:
      'A replicated family must not retain cells for longer than before, unless warnings are ignored.',
    source: `https://github.com/googleapis/google-cloud-ruby/issues/10829; ${ADMIN} (ModifyColumnFamiliesRequest.ignore_warnings)`,
    google: 'has no replication',
  },
  'initial-splits': {
    documented: 'Sampled keys end sections of the table, including its initial splits.',
    source:
      'https://github.com/googleapis/python-bigtable (snippets_table.py, test_bigtable_sample_row_keys: runs on production)',
    google: 'samples rows only',
  },
  'family-order': {
    documented: 'Limits per row pass the first cells, in the order in which their families were created.',
    source: `${DATA} (cells_per_row_limit_filter); order: https://github.com/googleapis/java-bigtable/issues/154`,
    google: 'visits families in a random order, so that a limit passes different cells each time',
  },
  'named-groups': {
    documented: 'Patterns may name a group by `(?P<name>…)` or `(?<name>…)`.',
    source: RE2_SYNTAX,
    google: 'supports only the former',
  },
  'offset-zero': {
    documented: 'cells_per_row_offset_filter must be positive.',
    source: `${CPP_FILTERS} (CellsRowOffset: "The server rejects filters where n <= 0")`,
    google: 'accepts zero',
  },
  'offset-negative': {
    documented: 'cells_per_row_offset_filter must be positive.',
    source: `${CPP_FILTERS} (CellsRowOffset: "The server rejects filters where n <= 0")`,
    google: 'crashes',
    fatal: true,
  },
  'empty-ranges': {
    documented: 'Empty ranges of columns, values and timestamps are rejected.',
    source: `${CPP_FILTERS} ("The server will reject empty ranges with INVALID_ARGUMENT")`,
    google: 'matches nothing',
  },
  'filter-precision': {
    documented: 'Bounds of timestamps in a filter are whole milliseconds.',
    source:
      'https://github.com/googleapis/google-cloud-go/blob/main/bigtable/bttest/inmem.go (includeCell, in later versions of the emulator)',
    google: 'accepts microseconds',
  },
  'sample-nan': {
    documented: 'row_sample_filter is between 0 and 1, both excluded.',
    source: `${CPP_FILTERS} (RowSample)`,
    google: 'accepts NaN, and passes no row',
  },
  'unreached-filters': {
    documented: 'A filter with invalid values anywhere is rejected.',
    source: `${CPP_FILTERS} (Condition: "The server validates the tree of filters")`,
    google: 'validates a filter when the first cell reaches it',
  },
  'condition-without-predicate': {
    documented: 'A condition without a predicate_filter is undocumented.',
    source: `${DATA} (RowFilter.Condition)`,
    embedded: 'rejects it with INVALID_ARGUMENT',
    google: 'applies the true_filter',
    follows: 'undocumented',
  },
  'switched-off': {
    documented: 'Setting sink or strip_value_transformer to false is undocumented.',
    source: `${DATA} (RowFilter)`,
    embedded: 'rejects it with INVALID_ARGUMENT, as both servers do for pass_all_filter and block_all_filter',
    google: 'treats it like true',
    follows: 'undocumented',
  },
  'label-characters': {
    documented: 'The whole label must match `[a-z0-9\\-]+`.',
    source: `${DATA} (apply_label_transformer)`,
    google: 'accepts a match anywhere in the label',
  },
  sink: {
    documented: "A sink's cells go to the output of the read and bypass subsequent filters.",
    source: `${DATA} (RowFilter.sink, with the example tested here)`,
    google: 'applies subsequent filters to them',
  },
  'conditional-sink': {
    documented: 'A sink cannot be used within a condition.',
    source: `${DATA} (RowFilter.sink)`,
    google: 'accepts it',
  },
  'filter-limits': {
    documented:
      'Filters have at most 20 KiB and are nested at most 20 deep; labels have at most 15 characters.',
    source: `${DATA} (RowFilter, apply_label_transformer)`,
    google: 'accepts more',
  },
  'one-label-per-chain': {
    documented: 'A chain has at most one filter with a label.',
    source: `${DATA} (apply_label_transformer)`,
    google: 'accepts several; the last one wins',
  },
  'family-regex-colon': {
    documented: 'A family name regex must not contain a colon.',
    source: `${DATA} (family_name_regex_filter)`,
    google: 'accepts it',
  },
  'aggregate-min-max': {
    documented: 'Min and max aggregates contain the smallest and the largest input.',
    source: `${PROTOS}/admin/v2/types.proto (Type.Aggregate)`,
    google: 'contains the last input',
  },
  'aggregate-set-cell': {
    documented:
      'Cells of aggregate families are written by AddToCell and MergeToCell, and those of others are not.',
    source: `https://cloud.google.com/bigtable/docs/aggregates; measured: ${MEASURED}`,
    google: 'accepts SetCell and ReadModifyWriteRow, and answers the rest with UNKNOWN',
  },
  'merge-input': {
    documented: 'The input of MergeToCell is a bytes_value; an empty one changes nothing.',
    source: MEASURED,
    google: 'accepts only a raw_value',
  },
  'merge-short-state': {
    documented: 'A state that does not match the family is rejected.',
    source: MEASURED,
    google: 'crashes at a raw_value of fewer than 8 bytes',
    fatal: true,
  },
  'null-input': {
    documented: 'AddToCell without an input adds zero, MergeToCell without one changes nothing.',
    source: `${DATA} (MergeToCell.input); measured: ${MEASURED}`,
    google: 'crashes',
    fatal: true,
  },
  'idempotency-tokens': {
    documented:
      'A mutation that is sent again with its idempotency token is not applied to aggregates again.',
    source: `${SERVICE} (MutateRowRequest.idempotency)`,
    google: 'applies it each time',
  },
  'aggregate-state-type': {
    documented: 'A table returns the state type of its aggregate families.',
    source: `${PROTOS}/admin/v2/types.proto (Type.Aggregate.state_type: output only)`,
    google: 'returns only what was given',
  },
  'value-types': {
    documented:
      'A value_type is an aggregate, whose input type specifies a full encoding, or a string; others are UNIMPLEMENTED.',
    source: `${PROTOS}/admin/v2/table.proto (ColumnFamily.value_type), types.proto (Type.Aggregate); seen on production: https://github.com/googleapis/google-cloud-go/pull/10789`,
    google: 'accepts any',
  },
  'changed-value-type': {
    documented: 'Families can become string families; aggregate families cannot change.',
    source: `https://github.com/googleapis/google-cloud-go/pull/10771 (TestIntegration_UpdateFamilyValueType, TestIntegration_Aggregates: run on production)`,
    google: 'accepts any change',
  },
  'aggregate-hll': {
    documented: 'Families can aggregate with HyperLogLog and accept int64 inputs in ordered code.',
    source: `${PROTOS}/admin/v2/types.proto (Type.Aggregate, Type.Int64.Encoding)`,
    embedded:
      'rejects both with UNIMPLEMENTED: cells of the former contain ZetaSketch states, with which compatibility is unproven',
    google: 'accepts the definitions, rejects inputs of the former, and ignores the encoding',
    follows: 'undocumented',
  },
  'unserved-methods': {
    documented: 'Tables can be viewed by SQL.',
    source: `${PROTOS}/admin/v2/bigtable_instance_admin.proto (CreateMaterializedView, CreateLogicalView)`,
    embedded: 'answers UNIMPLEMENTED with the reason',
    google: 'crashes',
    follows: 'undocumented',
    fatal: true,
  },
  'app-profiles': {
    documented: 'A request uses the app profile that it names, which must exist.',
    source: 'https://cloud.google.com/bigtable/docs/app-profiles',
    google: 'accepts any name and does not route',
  },
  'warm-up-names': {
    documented: 'PingAndWarm names an instance. Its errors are undocumented.',
    source: `${SERVICE} (PingAndWarmRequest.name)`,
    embedded:
      'rejects other names with INVALID_ARGUMENT and missing app profiles with NOT_FOUND, and accepts missing instances, because their first tables create them',
    google: 'accepts any',
    follows: 'undocumented',
  },
  'instance-admin': {
    documented: 'BigtableInstanceAdmin manages instances, clusters and app profiles.',
    source: `${PROTOS}/admin/v2/bigtable_instance_admin.proto`,
    google: 'answers UNIMPLEMENTED',
  },
  'change-streams': {
    documented: 'The changes of a table can be read as a stream, partition by partition.',
    source: `${SERVICE} (GenerateInitialChangeStreamPartitions, ReadChangeStream)`,
    google: 'crashes',
    fatal: true,
  },
  'table-names': {
    documented: 'Table ids and family names match `[-_.a-zA-Z0-9]+` and are not empty.',
    source: `${ADMIN} (CreateTableRequest.table_id), ${DATA} (Family.name)`,
    google: 'accepts any',
  },
  'gc-rule-limits': {
    documented:
      'A GC rule has at most 500 bytes and retains at least one version and at least one millisecond.',
    source: `${PROTOS}/admin/v2/table.proto (ColumnFamily.gc_rule, GcRule)`,
    google: 'accepts any',
  },
  'empty-gc-rule': {
    documented: 'An empty GC rule is returned as no rule.',
    source: MEASURED,
    google: 'returns it as it was given',
  },
  'drop-without-prefix': {
    documented: 'DropRowRange names a prefix, which may not be empty, or all rows.',
    source: `${ADMIN} (DropRowRangeRequest.row_key_prefix: "Prefix can not be zero length")`,
    google: 'answers UNKNOWN, or drops all rows for an empty prefix',
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

export type DifferenceId = keyof typeof KNOWN_DIFFERENCES;
