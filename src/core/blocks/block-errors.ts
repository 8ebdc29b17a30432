import { TidemarkError } from '../../errors';

/** Returns the error for bytes that differ from those written. Counting without them would return a wrong number. */
export function corruptBlock(): TidemarkError {
  return new TidemarkError(
    'data_corrupted',
    'an action block is corrupted: its checksum or its structure is wrong',
  );
}

export function unsupportedBlock(version: number): TidemarkError {
  return new TidemarkError(
    'data_unsupported',
    `an action block has version ${version}, written by a later version of Tidemark`,
  );
}

/** Returns the error for events with content that the schema does not declare. Packing them would lose that content. */
export function unknownInSchema(what: string): TidemarkError {
  return new TidemarkError('data_unsupported', `events have ${what}, which this schema does not declare`);
}
