import type { ObjectEncoder, ObjectEncoderOptions } from './object-encoder';
import { objectLine } from './object-json';
import { objectMessage } from './object-message';
import type { ObjectFormat, ObjectRecord } from './object-record';
import { createParquetEncoder } from './parquet-encoder';

/** Returns the encoder of a format. */
export async function createObjectEncoder(
  format: ObjectFormat,
  options: ObjectEncoderOptions,
): Promise<ObjectEncoder> {
  if (format === 'parquet') return createParquetEncoder(options);
  const { codecOf } = options;
  if (format === 'protobuf') return new RecordEncoder(objectMessage);
  return new RecordEncoder((record) => Buffer.from(`${objectLine(record, codecOf(record.dataType))}\n`));
}

const NOTHING = Buffer.alloc(0);

/** Encoder of a format in which each record stands by itself. */
class RecordEncoder implements ObjectEncoder {
  readonly #encode: (record: ObjectRecord) => Buffer;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(encode: (record: ObjectRecord) => Buffer) {
    this.#encode = encode;
  }

  get bufferedBytes(): number {
    return this.#bytes;
  }

  add(record: ObjectRecord): void {
    const part = this.#encode(record);
    this.#parts.push(part);
    this.#bytes += part.length;
  }

  take(): Buffer {
    const bytes = Buffer.concat(this.#parts, this.#bytes);
    [this.#parts, this.#bytes] = [[], 0];
    return bytes;
  }

  end(): Buffer {
    return NOTHING;
  }

  state(): undefined {
    return undefined;
  }
}
