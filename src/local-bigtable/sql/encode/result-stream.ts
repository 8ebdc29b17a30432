import { data, encode } from '../../encoding/proto';
import type { MessageSink } from '../../grpc/server-call';
import type { SqlType, SqlValue } from '../types/sql-type';
import { crc32c } from './crc32c';
import { valueToProto } from './values';

/**
 * Sends the rows of a result: batches of ProtoRows with a checksum each, split over messages of limited size, and resume
 * tokens. The field estimated_batch_size stays absent: the official Node client 6.5 creates its buffer with so many
 * holes, and fails.
 */
export class ResultStream {
  readonly #out: MessageSink;
  readonly #types: readonly SqlType[];
  readonly #messageBytes: number;
  #rows: Buffer[] = [];
  #bytes = 0;
  #isFirst = true;

  constructor(out: MessageSink, types: readonly SqlType[], messageBytes: number) {
    this.#out = out;
    this.#types = types;
    this.#messageBytes = messageBytes;
  }

  /** Size of the rows that are not sent. */
  get bytes(): number {
    return this.#bytes;
  }

  add(values: readonly SqlValue[]): void {
    const message = { values: values.map((value, index) => valueToProto(this.#types[index]!, value)) };
    // Encoded rows of one field can be joined: the result is the message with all of them.
    const encoded = Buffer.from(data.ProtoRows.encode(message).finish());
    this.#rows.push(encoded);
    this.#bytes += encoded.length;
  }

  /** Sends the rows as a batch, and the token if there is one. */
  async send(resumeToken?: Buffer): Promise<void> {
    const batch = Buffer.concat(this.#rows);
    this.#rows = [];
    this.#bytes = 0;
    for (let from = 0; from < batch.length; from += this.#messageBytes) {
      const to = Math.min(from + this.#messageBytes, batch.length);
      const protoRowsBatch = { batchData: batch.subarray(from, to) };
      const isLast = to === batch.length;
      await this.#write({
        protoRowsBatch,
        ...(isLast && { batchChecksum: crc32c(batch) }),
        ...(isLast && resumeToken !== undefined && { resumeToken }),
      });
    }
    if (batch.length === 0 && resumeToken !== undefined) await this.#write({ resumeToken });
  }

  async #write(results: data.IPartialResultSet): Promise<void> {
    // Discards what a client may have of an earlier attempt.
    const reset = this.#isFirst;
    this.#isFirst = false;
    const response = data.ExecuteQueryResponse.create({ results: { ...results, reset } });
    await this.#out.write(encode(data.ExecuteQueryResponse, response));
  }
}
