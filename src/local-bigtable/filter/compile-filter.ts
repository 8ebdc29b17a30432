import { invalidArgumentError } from '../grpc/rpc-error';
import { BIGTABLE_LIMITS } from '../bigtable-limits';
import { byteString, data } from '../encoding/proto';
import { byteRange, endBound, startBound, timeSpan } from './bounds';
import * as cells from './cell-filters';
import { chainFilters, conditionFilter, interleaveFilters, sinkFilter } from './compose-filters';
import { blockAllCells, type CellsFilter, passAllCells } from './cells-filter';
import { compileRegex } from './regex';

/** Position of a filter in the tree. */
interface CompileContext {
  readonly depth: number;
  /** True inside a condition, where sinks are not allowed. */
  readonly insideCondition: boolean;
  /** Features found anywhere in the tree so far. */
  readonly features: { random: boolean };
}

type Kind = NonNullable<data.RowFilter['filter']>;
type Compiler = (filter: data.IRowFilter, context: CompileContext) => CellsFilter;

/** Filter that can be applied to rows, and its properties for caching. */
export interface CompiledFilter {
  readonly apply: CellsFilter;
  /** Key that is equal for equal filters. */
  readonly key: string;
  /** Whether the result is random. */
  readonly random: boolean;
}

/** Compiles a filter once per request. Throws INVALID_ARGUMENT for filters that Bigtable rejects. */
export function compileFilter(filter: data.IRowFilter): CompiledFilter {
  const key = byteString(data.RowFilter.encode(filter).finish());
  if (key.length > BIGTABLE_LIMITS.filterBytesMax) {
    throw invalidArgumentError(
      `Filter is ${key.length} bytes, over the limit of ${BIGTABLE_LIMITS.filterBytesMax}`,
    );
  }
  const context = { depth: 1, insideCondition: false, features: { random: false } };
  return { apply: compile(filter, context), key, random: context.features.random };
}

function compile(filter: data.IRowFilter, context: CompileContext): CellsFilter {
  if (context.depth > BIGTABLE_LIMITS.filterDepthMax) {
    throw invalidArgumentError(`Filters may not be nested deeper than ${BIGTABLE_LIMITS.filterDepthMax}`);
  }
  const kind = (filter as data.RowFilter).filter;
  return kind === undefined ? passAllCells : COMPILERS[kind](filter, context);
}

const COMPILERS: Readonly<Record<Kind, Compiler>> = {
  chain: (filter, context) => {
    const parts = several('chain', filter.chain?.filters);
    if (parts.filter(hasLabel).length > 1) {
      throw invalidArgumentError("Error in field 'chain' : only one filter of a chain may apply a label");
    }
    return chainFilters(parts.map((part) => compile(part, nested(context))));
  },
  interleave: (filter, context) => {
    const parts = several('interleave', filter.interleave?.filters);
    return interleaveFilters(parts.map((part) => compile(part, nested(context))));
  },
  condition: ({ condition: parts }, context) => {
    const branchContext = { ...nested(context), insideCondition: true };
    if (!parts?.predicateFilter)
      throw invalidArgumentError("Error in field 'condition' : predicate_filter must be set");
    return conditionFilter(
      compile(parts.predicateFilter, branchContext),
      parts.trueFilter ? compile(parts.trueFilter, branchContext) : blockAllCells,
      parts.falseFilter ? compile(parts.falseFilter, branchContext) : blockAllCells,
    );
  },
  sink: (filter, context) => {
    if (context.insideCondition) {
      throw invalidArgumentError("Error in field 'condition' : sink cannot be nested in a condition filter");
    }
    mustBeTrue('sink', filter.sink);
    return sinkFilter;
  },
  passAllFilter: (filter) => {
    mustBeTrue('pass_all_filter', filter.passAllFilter);
    return passAllCells;
  },
  blockAllFilter: (filter) => {
    mustBeTrue('block_all_filter', filter.blockAllFilter);
    return blockAllCells;
  },
  rowKeyRegexFilter: (filter) => {
    const pattern = byteString(filter.rowKeyRegexFilter);
    if (pattern === '') {
      throw invalidArgumentError("Error in field 'row_key_regex_filter' : argument must not be empty");
    }
    return cells.matchRowKey(compileRegex('row_key_regex_filter', pattern));
  },
  rowSampleFilter: (filter, { features: usage }) => {
    usage.random = true;
    const probability = filter.rowSampleFilter ?? 0;
    if (!(probability > 0 && probability < 1)) {
      throw invalidArgumentError('row_sample_filter argument must be between 0.0 and 1.0');
    }
    return cells.sampleRows(probability);
  },
  familyNameRegexFilter: (filter) => {
    const pattern = utf8ByteString(filter.familyNameRegexFilter ?? '');
    if (pattern.includes(':')) {
      throw invalidArgumentError(
        "Error in field 'family_name_regex_filter' : the regex must not contain ':'",
      );
    }
    return cells.matchFamily(pattern, compileRegex('family_name_regex_filter', pattern));
  },
  columnQualifierRegexFilter: (filter) =>
    cells.matchQualifier(
      compileRegex('column_qualifier_regex_filter', byteString(filter.columnQualifierRegexFilter)),
    ),
  columnRangeFilter: ({ columnRangeFilter: range }) =>
    cells.filterColumnRange(
      range?.familyName ?? '',
      byteRange(
        'column_range_filter',
        startBound(range?.startQualifierClosed, range?.startQualifierOpen),
        endBound(range?.endQualifierClosed, range?.endQualifierOpen),
      ),
    ),
  timestampRangeFilter: ({ timestampRangeFilter: range }) =>
    cells.filterTimestampRange(timeSpan('timestamp_range_filter', range ?? {})),
  valueRegexFilter: (filter) =>
    cells.matchValue(compileRegex('value_regex_filter', byteString(filter.valueRegexFilter))),
  valueRangeFilter: ({ valueRangeFilter: range }) =>
    cells.filterValueRange(
      byteRange(
        'value_range_filter',
        startBound(range?.startValueClosed, range?.startValueOpen),
        endBound(range?.endValueClosed, range?.endValueOpen),
      ),
    ),
  cellsPerRowOffsetFilter: (filter) =>
    cells.skipCellsPerRow(count('cells_per_row_offset_filter', filter.cellsPerRowOffsetFilter)),
  cellsPerRowLimitFilter: (filter) =>
    cells.limitCellsPerRow(count('cells_per_row_limit_filter', filter.cellsPerRowLimitFilter)),
  cellsPerColumnLimitFilter: (filter) =>
    cells.limitCellsPerColumn(count('cells_per_column_limit_filter', filter.cellsPerColumnLimitFilter)),
  stripValueTransformer: (filter) => {
    mustBeTrue('strip_value_transformer', filter.stripValueTransformer);
    return cells.stripValues;
  },
  applyLabelTransformer: (filter) => {
    const label = filter.applyLabelTransformer ?? '';
    if (!LABEL.test(label)) {
      throw invalidArgumentError(
        `apply_label_transformer must match [a-z0-9\\-]+ and be at most 15 characters`,
      );
    }
    return cells.applyLabel(label);
  },
};

const LABEL = new RegExp(`^[a-z0-9-]{1,${BIGTABLE_LIMITS.labelCharsMax}}$`);

const nested = (context: CompileContext): CompileContext => ({ ...context, depth: context.depth + 1 });

function several(field: string, filters: data.IRowFilter[] | null | undefined): data.IRowFilter[] {
  if (!filters || filters.length < 2) {
    throw invalidArgumentError(`Error in field '${field}' : must contain at least two RowFilters`);
  }
  return filters;
}

function hasLabel(filter: data.IRowFilter): boolean {
  const parts = filter.chain?.filters ?? filter.interleave?.filters;
  if (parts) return parts.some(hasLabel);
  const { condition: branches } = filter;
  if (branches) return [branches.trueFilter, branches.falseFilter].some((part) => !!part && hasLabel(part));
  return typeof filter.applyLabelTransformer === 'string';
}

function mustBeTrue(field: string, value: boolean | null | undefined): void {
  if (value !== true) throw invalidArgumentError(`Error in field '${field}' : must be true when set`);
}

/** Converts a family pattern: it is UTF-8 on the wire and matched by bytes like all others. */
const utf8ByteString = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

function count(field: string, value: number | null | undefined): number {
  if (!value || value < 0) throw invalidArgumentError(`Error in field '${field}' : argument must be > 0`);
  return value;
}
