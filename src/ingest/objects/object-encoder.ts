import type { ObjectCodec } from '../../codec/protobuf/object-codec';
import type { ObjectRecord } from './object-record';

/** Encoder of one file of exported objects. */
export interface ObjectEncoder {
  add(record: ObjectRecord): void;
  /** Size of what was added since the last `take`, in bytes, about as large as it is in memory. */
  readonly bufferedBytes: number;
  /** Returns the next bytes of the file, with all added records. They must be written before the next call. */
  take(): Buffer;
  /** Returns the last bytes of the file. */
  end(): Buffer;
  /** Returns what continues the file after the bytes that were taken, as JSON; undefined if nothing is needed. */
  state(): string | undefined;
}

export interface ObjectEncoderOptions {
  readonly codecOf: (dataType: string) => Pick<ObjectCodec, 'toJson' | 'fromJson'>;
  /** Size of the file that the encoder continues, in bytes. Default: 0, a new file. */
  readonly offset?: number;
  /** `state()` of the encoder that wrote these bytes. */
  readonly state?: string | undefined;
}
