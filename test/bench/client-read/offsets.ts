/** Position of a cell in the bytes of an answer. */
export interface CellOffsets {
  qualifierStart: number;
  qualifierEnd: number;
  timestampMicros: number;
  valueStart: number;
  valueEnd: number;
}

const QUALIFIER = (3 << 3) | 2;
const TIMESTAMP = 4 << 3;
const VALUE = (6 << 3) | 2;

/** Scans framed ReadRowsResponses. Reports each chunk's offsets in one reused object. Returns the number of chunks. */
export function scanChunks(bytes: Buffer, onChunk: (offsets: CellOffsets) => void): number {
  const offsets: CellOffsets = {
    qualifierStart: 0,
    qualifierEnd: 0,
    timestampMicros: 0,
    valueStart: 0,
    valueEnd: 0,
  };
  let chunks = 0;
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at] as number;
      at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  const chunk = (end: number): void => {
    offsets.timestampMicros = 0;
    while (at < end) {
      const tag = varint();
      const number = varint();
      if (tag === TIMESTAMP) offsets.timestampMicros = number;
      if ((tag & 7) === 0) continue;
      if (tag === QUALIFIER) [offsets.qualifierStart, offsets.qualifierEnd] = [at + 2, at + number];
      if (tag === VALUE) [offsets.valueStart, offsets.valueEnd] = [at, at + number];
      at += number;
    }
  };
  while (at < bytes.length) {
    const end = at + 5 + bytes.readUInt32BE(at + 1);
    at += 5;
    while (at < end) {
      varint();
      const length = varint();
      chunk(at + length);
      chunks += 1;
      onChunk(offsets);
    }
  }
  return chunks;
}
