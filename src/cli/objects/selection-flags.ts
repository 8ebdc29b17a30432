/** Options that select the objects and cells of a scan. */
import type { Command } from 'commander';
import { parseCellName } from '../../core/objects/cell-name';
import { parseInstant } from '../../core/time/instant';
import { invalidArgument } from '../../errors';
import type { CellSelector, SelectionFields } from '../../operations/objects/object-cells';
import type { IdSelection } from '../../operations/objects/object-ids';
import type { ObjectScanSelection } from '../../operations/objects/scan-objects';
import { integerBetween } from '../shared/units';

const VERSIONS_MAX = 1_000_000;

export interface CellFlags {
  readonly dataTypes?: readonly string[];
}

export interface IdFlags {
  readonly prefix?: string;
  readonly fromId?: string;
  readonly toId?: string;
}

export interface SelectionFlags extends CellFlags, IdFlags {
  readonly from?: string;
  readonly to?: string;
  readonly versions?: number;
}

/** Options by the field that an error of a selection names; see `commandAction`. */
export const SELECTION_OPTION_NAMES = {
  corpus: '<corpus>',
  dataTypes: '--data-types',
  prefix: '--prefix',
  toId: '--to-id',
  from: '--from',
  to: '--to',
  generations: '--generations',
};

const DATA_TYPES_FIELD = 'dataTypes';

/** Names `--data-types` in errors, whichever part of it is wrong. */
export const SELECTION_FIELDS: SelectionFields = {
  select: DATA_TYPES_FIELD,
  dataType: () => DATA_TYPES_FIELD,
  subTypes: () => DATA_TYPES_FIELD,
  subType: () => DATA_TYPES_FIELD,
};

export function withCellOption(command: Command): Command {
  return command.option(
    '--data-types <cells>',
    'DataTypes (profile) or cells (profile/main), separated by commas; default: all DataTypes that hold objects',
    (text: string, list: readonly string[] = []) => [...list, ...text.split(',')],
  );
}

export function withIdOptions(command: Command): Command {
  return command
    .option('--prefix <text>', 'only ids that begin with this text')
    .option('--from-id <id>', 'only ids from this one on, in the order of their bytes')
    .option('--to-id <id>', 'only ids before this one, in the order of their bytes');
}

export function withSelectionOptions(command: Command, versions: string): Command {
  return withIdOptions(withCellOption(command))
    .option('--from <time>', 'first version: ISO 8601 with a zone, or milliseconds')
    .option('--to <time>', 'end of the versions, exclusive')
    .option(
      '--versions <count>',
      `maximum number of versions of each cell, newest first; default: ${versions}`,
      integerBetween(1, VERSIONS_MAX),
    );
}

/** Returns the selectors; undefined without the option. Throws `invalid_argument`. */
export function selectorsOf({ dataTypes }: CellFlags): readonly CellSelector[] | undefined {
  return dataTypes?.map((text) => {
    const { dataType, subType } = parseCellName(text, DATA_TYPES_FIELD);
    return subType === undefined ? { dataType } : { dataType, subTypes: [subType] };
  });
}

export function idsOf({ prefix, fromId: from, toId: to }: IdFlags): IdSelection {
  if (prefix !== undefined && (from !== undefined || to !== undefined))
    throw invalidArgument('prefix', 'cannot be combined with --from-id or --to-id');
  return { prefix, from, to };
}

/** Returns the selection of the flags. Throws `invalid_argument`. */
export function selectionOf(corpus: string, flags: SelectionFlags): ObjectScanSelection {
  return {
    corpus,
    select: selectorsOf(flags),
    fields: SELECTION_FIELDS,
    ids: idsOf(flags),
    fromMs: flags.from === undefined ? undefined : instant(flags.from, 'from'),
    toMs: flags.to === undefined ? undefined : instant(flags.to, 'to'),
    versions: flags.versions,
  };
}

function instant(text: string, field: string): number {
  return parseInstant(/^\d+$/.test(text) ? Number(text) : text, field);
}
