/** Locations as stored: entries of the directory, and fences. Both are JSON in one cell. */
import { objectAt, stringAt, wholeNumberAt, type JsonObject } from '../json/json-fields';
import { TidemarkError } from '../../errors';
import {
  LOCATION_REASONS,
  LOCATION_STATES,
  type DirectoryEntry,
  type Location,
  type LocationReason,
  type LocationState,
} from './location';

/** Column of an entry in the directory. */
export const ENTRY_QUALIFIER = Buffer.from('entry');
/** Column of a fence. */
export const FENCE_QUALIFIER = Buffer.from('fence');

export function encodeDirectoryEntry(entry: DirectoryEntry): Buffer {
  const { group, epoch, state, from, to, reason, accessLocation, term, wave, decidedAtMs, changedAtMs } =
    entry;
  const times = { decidedAtMs, changedAtMs };
  return Buffer.from(
    JSON.stringify({ group, epoch, state, from, to, reason, accessLocation, term, wave, ...times }),
  );
}

/** Decodes an entry. Throws `data_corrupted`. */
export function decodeEntry(bytes: Buffer): DirectoryEntry {
  return decoded('an entry of the location directory', bytes, (fields) => ({
    ...locationOf(fields),
    group: stringAt(fields['group'], 'group'),
    accessLocation: optionalTextOf(fields, 'accessLocation'),
    reason: oneOf<LocationReason>(fields, 'reason', LOCATION_REASONS),
    term: numberOf(fields, 'term'),
    wave: optionalTextOf(fields, 'wave'),
    decidedAtMs: numberOf(fields, 'decidedAtMs'),
    changedAtMs: numberOf(fields, 'changedAtMs'),
  }));
}

export function encodeFence({ epoch, state, from, to }: Location): Buffer {
  return Buffer.from(JSON.stringify({ epoch, state, from, to }));
}

/** Decodes a fence. Throws `data_corrupted`. */
export function decodeFence(bytes: Buffer): Location {
  return decoded('a fence', bytes, locationOf);
}

function locationOf(fields: JsonObject): Location {
  const location = {
    epoch: numberOf(fields, 'epoch'),
    state: oneOf<LocationState>(fields, 'state', LOCATION_STATES),
    from: stringAt(fields['from'], 'from'),
    to: stringAt(fields['to'], 'to'),
  };
  const isMove = location.state !== 'home';
  if ((location.from !== location.to) !== isMove) throw new Error(`${location.state} from and to the same`);
  return location;
}

function decoded<T>(what: string, bytes: Buffer, read: (fields: JsonObject) => T): T {
  try {
    return read(objectAt(JSON.parse(bytes.toString('utf8')), 'location'));
  } catch (cause) {
    throw new TidemarkError('data_corrupted', `${what} is corrupted`, { cause });
  }
}

const optionalTextOf = (fields: JsonObject, name: string): string | undefined =>
  fields[name] === undefined ? undefined : stringAt(fields[name], name);

const numberOf = (fields: JsonObject, name: string): number =>
  wholeNumberAt(fields[name], name, { min: 0, max: Number.MAX_SAFE_INTEGER });

function oneOf<T extends string>(fields: JsonObject, name: string, values: readonly T[]): T {
  const value = values.find((each) => each === fields[name]);
  if (value === undefined) throw new Error(`${name} must be one of ${values.join(', ')}`);
  return value;
}
