/**
 * protobufjs for the generated static module, with 64-bit integers as numbers. All of ours are milliseconds since the
 * epoch, far inside the safe integers. protobufjs can switch this globally only, and Google's packages in the same
 * process need their Longs: hence a reader and a `util` of our own.
 */
import protobuf from 'protobufjs/minimal';

class NumberReader extends protobuf.BufferReader {
  static override create(bytes: Uint8Array): NumberReader {
    const { buffer, byteOffset, byteLength } = bytes;
    return new NumberReader(Buffer.isBuffer(bytes) ? bytes : Buffer.from(buffer, byteOffset, byteLength));
  }

  /** protobufjs 7 cuts a string that runs over the end instead of refusing it. */
  override string(): string {
    const length = this.uint32();
    const start = this.pos;
    if (start + length > this.len) throw new RangeError(`index out of range: ${start} + ${length} > ${this.len}`);
    this.pos += length;
    return (this.buf as Buffer).toString('utf8', start, this.pos);
  }
}

type Integer64 = 'int64' | 'uint64' | 'sint64' | 'fixed64' | 'sfixed64';
const numberMethods = NumberReader.prototype as unknown as Record<Integer64, () => number>;
for (const name of ['int64', 'uint64', 'sint64', 'fixed64', 'sfixed64'] as const) {
  numberMethods[name] = function (this: NumberReader): number {
    // Looked up at call time: protobufjs rebinds these when it is configured.
    return Number(protobuf.BufferReader.prototype[name].call(this));
  };
}

export const Reader = NumberReader;
export const Writer = protobuf.Writer;
export const util = Object.assign(Object.create(protobuf.util) as typeof protobuf.util, { Long: undefined });
/** Not the process-wide `protobuf.roots`, where names of other packages could collide. */
export const roots: Record<string, unknown> = {};
