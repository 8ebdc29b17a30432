import { crc32 } from 'node:zlib';
import type { DimensionColumn, EventColumns } from '../columns/event-columns';
import { gather } from '../columns/gather';
import { EMPTY_DICTIONARY } from '../columns/empty-dictionary';
import { float64s, uint32s, uint8s } from '../columns/pooled-arrays';
import type { Dimension, EventType } from '../schema/schema';
import { TidemarkError } from '../../errors';
import { corruptBlock, unsupportedBlock } from './block-errors';
import {
  BLOCK_VERSION,
  CHECKSUM_BYTES,
  EVENTS_PER_BLOCK_MAX,
  VALUE_KIND,
  COLUMN_STORAGE,
} from './block-format';
import { BlockReader } from './byte-reader';
import type { PackedDictionary } from './packed-dictionary';
import { unpackIntegers } from './packed-integers';
import { unpackValues } from './packed-values';

/**
 * Decodes a block. Times, combinations and actions are unpacked immediately, columns on first use. Throws
 * `data_corrupted` if the bytes differ from those written, and `data_unsupported` for a later version. A column by
 * event is verified when it is unpacked.
 */
export function decodeBlock(value: Uint8Array, type: EventType): EventColumns {
  return detectingCorruption(() => decode(value, type));
}

function decode(value: Uint8Array, type: EventType): BlockColumns {
  const reader = new BlockReader(value);
  const version = reader.byte();
  if (version !== BLOCK_VERSION) throw unsupportedBlock(version);
  const headBytes = reader.varint();
  const headStart = reader.skip(headBytes);
  checkSum(value, { start: 0, end: reader.at }, reader.uint32());
  const head = reader.slice(headStart, headStart + headBytes);
  const count = head.varint();
  const combinationCount = head.varint();
  if (count > EVENTS_PER_BLOCK_MAX || combinationCount > count) throw corruptBlock();
  const directory = readDirectory(head);
  placeSections(directory, { head, rest: reader });
  if (reader.at !== value.length) throw corruptBlock();
  const timesMs = unpackTimes(head, count);
  const combinations = atMost(combinationCount - 1, unpackIntegers(head, count));
  const actionCodes = uint8s(combinationCount);
  actionCodes.set(unpackIntegers(head, combinationCount));
  return new BlockColumns(
    { value, reader, count, combinationCount, timesMs, combinations, actionCodes, directory },
    type,
  );
}

interface Section {
  readonly fieldNumber: number;
  readonly storage: number;
  readonly length: number;
  start: number;
}

function readDirectory(head: BlockReader): readonly Section[] {
  const sections: Section[] = [];
  for (let left = head.varint(); left > 0; left--) {
    const fieldNumber = head.varint();
    const storage = head.byte();
    sections.push({ fieldNumber, storage, length: head.varint(), start: 0 });
  }
  return sections;
}

function placeSections(
  directory: readonly Section[],
  { head, rest }: { readonly head: BlockReader; readonly rest: BlockReader },
): void {
  for (const section of directory) section.start = (isByEvent(section) ? rest : head).skip(section.length);
}

function isByEvent({ storage }: Section): boolean {
  return storage === COLUMN_STORAGE.byEvent || storage === COLUMN_STORAGE.plain;
}

function unpackTimes(head: BlockReader, count: number): Float64Array {
  const timesMs = float64s(count);
  if (count === 0) return timesMs;
  let timeMs = head.varint();
  timesMs[0] = timeMs;
  const lows = unpackIntegers(head, count - 1);
  for (let i = 1; i < count; i++) timesMs[i] = timeMs += lows[i - 1]!;
  if (head.byte() === 1) addHighs(timesMs, unpackIntegers(head, count - 1));
  return timesMs;
}

/** Adds the upper halves of gaps longer than 49 days, which hardly any block has. */
function addHighs(timesMs: Float64Array, highs: Uint32Array): void {
  let sum = 0;
  for (let i = 1; i < timesMs.length; i++) {
    sum += highs[i - 1]!;
    timesMs[i]! += sum * 2 ** 32;
  }
}

interface Decoded {
  readonly value: Uint8Array;
  readonly reader: BlockReader;
  readonly count: number;
  readonly combinationCount: number;
  readonly timesMs: Float64Array;
  readonly combinations: Uint32Array;
  readonly actionCodes: Uint8Array;
  readonly directory: readonly Section[];
}

class BlockColumns implements EventColumns {
  readonly count: number;
  readonly timesMs: Float64Array;
  readonly combinations: Uint32Array;
  readonly combinationCount: number;
  readonly actionCodes: Uint8Array;
  readonly #value: Uint8Array;
  /** Reader of the whole value, from which other readers are derived. */
  readonly #reader: BlockReader;
  readonly #directory: readonly Section[];
  /** Columns by their index in the directory. */
  readonly #columns: (DimensionColumn | undefined)[] = [];
  /** Columns by the index of their dimension. */
  readonly #dimensions: (DimensionColumn | undefined)[] = [];
  readonly #type: EventType;

  constructor(decoded: Decoded, type: EventType) {
    this.count = decoded.count;
    this.timesMs = decoded.timesMs;
    this.combinations = decoded.combinations;
    this.combinationCount = decoded.combinationCount;
    this.actionCodes = decoded.actionCodes;
    this.#value = decoded.value;
    this.#reader = decoded.reader;
    this.#directory = decoded.directory;
    this.#type = type;
  }

  get unknownFields(): readonly number[] {
    const known = new Set(this.#type.dimensions.map(({ fieldNumber }) => fieldNumber));
    return this.#directory.map(({ fieldNumber }) => fieldNumber).filter((field) => !known.has(field));
  }

  dimension(index: number): DimensionColumn {
    return (this.#dimensions[index] ??= this.#find(this.#type.dimensions[index]!));
  }

  #find({ fieldNumber }: Dimension): DimensionColumn {
    const directory = this.#directory;
    for (let place = 0; place < directory.length; place++) {
      if (directory[place]!.fieldNumber === fieldNumber) return this.#column(place);
    }
    return { by: 'combination', places: uint32s(this.combinationCount), dictionary: EMPTY_DICTIONARY };
  }

  #column(place: number): DimensionColumn {
    return (this.#columns[place] ??= detectingCorruption(() => this.#unpack(place)));
  }

  #unpack(place: number): DimensionColumn {
    const section = this.#directory[place]!;
    const end = section.start + section.length;
    if (!isByEvent(section)) {
      return this.#unpackShared(place, this.#reader.slice(section.start, end));
    }
    const checked = { start: section.start, end: end - CHECKSUM_BYTES };
    checkSum(this.#value, checked, this.#reader.slice(checked.end, end).uint32());
    return this.#unpackByEvent(section, this.#reader.slice(checked.start, checked.end));
  }

  #unpackShared(place: number, reader: BlockReader): DimensionColumn {
    const count = this.combinationCount;
    const isDerived = this.#directory[place]!.storage === COLUMN_STORAGE.derived;
    const from = isDerived ? this.#earlier(reader.varint(), place) : undefined;
    const dictionary = unpackValues(reader, count);
    const places = unpackIntegers(reader, from === undefined ? count : from.dictionary.size + 1);
    atMost(dictionary.size, places);
    if (from === undefined) return { by: 'combination', places, dictionary };
    return { by: 'combination', places: gather(places, from.places), dictionary };
  }

  #earlier(place: number, than: number): DimensionColumn {
    if (place >= than || isByEvent(this.#directory[place]!)) throw corruptBlock();
    return this.#column(place);
  }

  #unpackByEvent({ storage }: Section, reader: BlockReader): DimensionColumn {
    const { count } = this;
    if (storage === COLUMN_STORAGE.byEvent) {
      const dictionary = unpackValues(reader, count);
      return { by: 'event', places: atMost(dictionary.size, unpackIntegers(reader, count)), dictionary };
    }
    const kinds = atMost(VALUE_KIND.text, unpackIntegers(reader, count));
    const dictionary = unpackValues(reader, count);
    const places = atMost(dictionary.size, placesInOrder(kinds, dictionary));
    return { by: 'event', places, dictionary };
  }
}

/**
 * Returns the dictionary indexes of events whose values are stored in order: each event has the next value of its kind.
 */
function placesInOrder(kinds: Uint32Array, dictionary: PackedDictionary): Uint32Array {
  const [numbers, uuids] = dictionary.kindCounts;
  const next = Uint32Array.of(0, 0, 0, 0);
  next[VALUE_KIND.uint64] = 1;
  next[VALUE_KIND.uuid] = 1 + numbers;
  next[VALUE_KIND.text] = 1 + numbers + uuids;
  const places = uint32s(kinds.length);
  for (let i = 0; i < kinds.length; i++) places[i] = kinds[i] === 0 ? 0 : next[kinds[i]!]!++;
  return places;
}

/** Returns the values. Throws `data_corrupted` if one is above the limit. */
function atMost(limit: number, values: Uint32Array): Uint32Array {
  let most = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > most) most = values[i]!;
  if (values.length > 0 && most > limit) throw corruptBlock();
  return values;
}

function checkSum(
  value: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
  expected: number,
): void {
  if (crc32(value.subarray(start, end)) !== expected) throw corruptBlock();
}

/**
 * Turns any error of `decode` into `data_corrupted`. Bits are read with no bound but that of the whole value, so a read
 * beyond it is corruption like any other.
 */
function detectingCorruption<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof TidemarkError ? error : corruptBlock();
  }
}
