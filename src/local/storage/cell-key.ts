import type { Cell } from '../store/cell';

/**
 * Storage keys of cells, which sort as the cells do: table, row key, family, qualifier, newest first. Row keys and
 * qualifiers are any bytes, so a zero byte in them is written as 00 FF and their end as 00 01.
 */
const END = 0x01;
const TIMESTAMP_BYTES = 8;
/** Of the kind and the table at the start of every key. */
export const PREFIX_BYTES = 5;
const U32 = 2 ** 32;

export type CellAddress = Omit<Cell, 'value'>;

/** The start of the keys of a kind of record of a table. */
export function tablePrefix(kind: number, table: number): Buffer {
  const key = Buffer.allocUnsafe(PREFIX_BYTES);
  key[0] = kind;
  key.writeUInt32BE(table, 1);
  return key;
}

export const tableOf = (key: Buffer): number => key.readUInt32BE(1);

export function encodeCellKey(prefix: Buffer, rowKey: string, cell: CellAddress): Buffer {
  const text = `${terminated(rowKey)}${cell.family}\0${terminated(cell.qualifier)}`;
  const key = Buffer.allocUnsafe(PREFIX_BYTES + text.length + TIMESTAMP_BYTES);
  prefix.copy(key);
  const at = PREFIX_BYTES + key.write(text, PREFIX_BYTES, text.length, 'latin1');
  const age = Number.MAX_SAFE_INTEGER - cell.timestampMs;
  key.writeUInt32BE(Math.floor(age / U32), at);
  key.writeUInt32BE(age % U32, at + 4);
  return key;
}

/** Decodes keys in their order; strings of neighbours that are equal become one string. */
export class CellKeyDecoder {
  #rowKey = '';
  #rowEnd = 0;
  #rowBytes: Buffer = Buffer.alloc(0);
  #family = '';

  decode(key: Buffer): { rowKey: string; cell: CellAddress } {
    this.#readRow(key);
    const familyEnd = key.indexOf(0, this.#rowEnd);
    if (key.toString('latin1', this.#rowEnd, familyEnd) !== this.#family) {
      this.#family = key.toString('latin1', this.#rowEnd, familyEnd);
    }
    const qualifierEnd = key.length - TIMESTAMP_BYTES;
    const age = key.readUInt32BE(qualifierEnd) * U32 + key.readUInt32BE(qualifierEnd + 4);
    return {
      rowKey: this.#rowKey,
      cell: {
        family: this.#family,
        qualifier: unterminated(key, familyEnd + 1, qualifierEnd),
        timestampMs: Number.MAX_SAFE_INTEGER - age,
      },
    };
  }

  /** The row key's bytes end at the first terminator; a key that begins like the last one is of the same row. */
  #readRow(key: Buffer): void {
    const known = this.#rowBytes;
    if (known.length > 0 && known.compare(key, 0, known.length) === 0) return;
    this.#rowEnd = endOf(key, PREFIX_BYTES);
    this.#rowBytes = Buffer.from(key.subarray(0, this.#rowEnd));
    this.#rowKey = unterminated(key, PREFIX_BYTES, this.#rowEnd);
  }
}

function terminated(text: string): string {
  return text.includes('\0') ? `${text.replaceAll('\0', '\0\xff')}\0\x01` : `${text}\0\x01`;
}

function unterminated(key: Buffer, start: number, end: number): string {
  const text = key.toString('latin1', start, end - 2);
  return text.includes('\0') ? text.replaceAll('\0\xff', '\0') : text;
}

/** The offset behind the terminator. */
function endOf(key: Buffer, from: number): number {
  let at = key.indexOf(0, from);
  while (at !== -1 && key[at + 1] !== END) at = key.indexOf(0, at + 2);
  if (at === -1) throw new RangeError('a cell key has no end of its row key');
  return at + 2;
}
