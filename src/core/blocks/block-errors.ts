import { TidemarkError } from '../../errors';

/** The bytes are not what was written. Counting on without them would give a wrong number. */
export function corruptBlock(): TidemarkError {
  return new TidemarkError(
    'data_corrupted',
    'an action block is damaged: its checksum or its structure is wrong',
  );
}

export function unsupportedBlock(version: number): TidemarkError {
  return new TidemarkError(
    'data_unsupported',
    `an action block has version ${version}: a later version of Tidemark wrote it`,
  );
}

/** Packing what the schema at hand does not know of would lose it. */
export function unknownInSchema(what: string): TidemarkError {
  return new TidemarkError('data_unsupported', `events have ${what}, which this schema does not know`);
}
