import type { Command } from 'commander';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { Config } from '../../config/index';
import type { RequestedGenerations } from '../../core/generations/pointer-vector';
import { parseGenerationsText } from '../../core/generations/requested-generations';
import type { DataType } from '../../core/schema/schema';
import {
  pinForScan,
  type ScanGenerations,
  type ScannedNumbers,
} from '../../operations/generations/scan-generations';
import { everyObjectType } from '../../operations/objects/scan-objects';
import type { Store } from '../../store/open-store';
import { commandGenerations } from '../shared/command-generations';
import { printError } from '../shared/terminal';
import { selectorsOf, type CellFlags } from './selection-flags';

export interface GenerationFlags extends CellFlags {
  readonly generations?: string;
}

export function withGenerationsOption(command: Command): Command {
  return command.option(
    '--generations <list>',
    'generations to read instead of the published ones, such as embedding=3, separated by commas',
  );
}

interface GenerationsToPin {
  readonly corpus: string;
  readonly flags: GenerationFlags;
  /** Generations that an earlier run of the same scan has read. */
  readonly earlier?: ScannedNumbers | undefined;
}

/** Returns the generations that a scan reads, and prints them on standard error. */
export async function pinGenerations(
  {
    store,
    schema,
    config,
  }: { readonly store: Store; readonly schema: SchemaRegistry; readonly config: Config },
  { corpus, flags, earlier }: GenerationsToPin,
): Promise<ScanGenerations> {
  const requested = requestedGenerations(flags);
  const wanted = { dataTypes: selectedTypes(schema, corpus, flags), requested, earlier };
  const pinned = await pinForScan(commandGenerations({ store, schema, config }), wanted, config.generations);
  for (const [family, generation] of pinned.pins)
    printError(
      `tidemark: ${corpus}/${family}: ${generation === undefined ? 'no generation is published' : `generation ${generation}`}`,
    );
  return pinned;
}

/** Returns the generations that the option names. Throws `invalid_argument`. */
export function requestedGenerations({ generations }: GenerationFlags): RequestedGenerations | undefined {
  return generations === undefined ? undefined : parseGenerationsText(generations, 'generations');
}

/** Returns the selected DataTypes. Throws `invalid_argument` for one that does not exist. */
export function selectedTypes(schema: SchemaRegistry, corpus: string, flags: CellFlags): readonly DataType[] {
  const selectors = selectorsOf(flags) ?? everyObjectType(schema, corpus);
  return selectors.map(({ dataType }) => schema.dataType(corpus, dataType, 'dataTypes'));
}
