import { WireWriter } from '../../core/protobuf/wire-writer';
import { FRAME_HEADER_BYTES, writeFrameHeader } from '../../platform/network/grpc';

/** Writes a protobuf message behind space for its gRPC frame header. */
export class FramedWriter extends WireWriter {
  constructor() {
    super({ reservedBytes: FRAME_HEADER_BYTES });
  }

  /** Returns the message with its frame header. */
  framed(): Buffer {
    const frame = this.withReserved();
    writeFrameHeader(frame, this.length);
    return frame;
  }
}
