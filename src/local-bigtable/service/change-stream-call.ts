import type { ChangeReader } from '../change-stream/change-reader';
import type { ChangeRecord } from '../change-stream/change-record';
import type { ChangeStream } from '../change-stream/change-stream';
import { partitionsAt, intersectPartitions, sameSpan } from '../change-stream/partitions';
import {
  changeFrames,
  finishedFrame,
  heartbeatFrame,
  type StreamCheckpoint,
  checkpointOf,
  repartitionedFrame,
} from '../change-stream/stream-messages';
import { GrpcStatus } from '../../platform/network/grpc';
import type { MessageSink } from '../grpc/server-call';
import { unavailableError } from '../grpc/rpc-error';
import type { ChangeStreamRequest } from './change-stream-request';
import type { LocalDependencies } from './local-dependencies';

interface ChangeStreamCallOptions {
  readonly stream: ChangeStream;
  readonly reader: ChangeReader;
  readonly out: MessageSink;
  readonly options: ChangeStreamRequest;
}

/** One ReadChangeStream call: sends changes, heartbeats and the end. */
export class ChangeStreamCall {
  readonly #dependencies: LocalDependencies;
  readonly #call: ChangeStreamCallOptions;
  #nextHeartbeatMs: number;

  constructor(dependencies: LocalDependencies, call: ChangeStreamCallOptions) {
    this.#dependencies = dependencies;
    this.#call = call;
    this.#nextHeartbeatMs = dependencies.clock.monotonicMs() + call.options.heartbeatMs;
  }

  /** Runs until the stream ends or the client leaves. Waits for a slow client, so that nothing accumulates. */
  async run(): Promise<void> {
    const { reader, stream, out, options } = this.#call;
    while (!out.isEnded) {
      const { events } = stream;
      if (stream.ended !== undefined) throw stream.ended;
      if (reader.cluster.stopped || reader.cluster.removed) {
        throw unavailableError(`The cluster ${reader.cluster.id} is unavailable`);
      }
      if (!this.#isPartition()) return this.#send(this.#successors());
      reader.updateLowWatermark();
      await this.#sendChanges();
      if (reader.idle && reader.lowWatermark >= options.endMicros) return this.#send(finishedFrame());
      if (this.#dependencies.clock.monotonicMs() >= this.#nextHeartbeatMs) await this.#heartbeat();
      if (reader.idle && stream.events === events) await this.#wait();
      else await new Promise(setImmediate);
    }
  }

  async #sendChanges(): Promise<void> {
    const { reader, out, options } = this.#call;
    for (let count = 0; count < CHANGES_PER_TURN && !out.isEnded; count++) {
      const record = reader.next();
      if (record === undefined) {
        // When nothing is left to read, the low watermark advances to what the links have delivered.
        if (reader.idle) reader.updateLowWatermark();
        return;
      }
      if (record.commitMicros <= options.endMicros) await this.#sendChange(record);
    }
  }

  async #sendChange(record: ChangeRecord): Promise<void> {
    const { commits, reading } = this.#dependencies;
    await Promise.all([commits.whenCommitted(record.version), this.#promised()]);
    for (const frame of changeFrames(record, this.#place(), reading)) await this.#send(frame);
  }

  async #heartbeat(): Promise<void> {
    this.#nextHeartbeatMs = this.#dependencies.clock.monotonicMs() + this.#call.options.heartbeatMs;
    await this.#promised();
    await this.#send(heartbeatFrame(this.#call.reader.span, this.#place()));
  }

  /** Resolves when the low watermark is durable, so that a restart cannot violate it. */
  async #promised(): Promise<void> {
    const { commits } = this.#dependencies;
    commits.checkWritable();
    const entry = this.#call.stream.persistWatermark(this.#call.reader.lowWatermark);
    if (entry === undefined) return;
    const version = commits.nextVersion();
    commits.append(entry);
    await commits.whenCommitted(version);
  }

  async #send(frame: Buffer): Promise<void> {
    if (!this.#call.out.isEnded) await this.#call.out.write(frame);
  }

  #place(): StreamCheckpoint {
    return checkpointOf(this.#call.reader.bookmark, this.#call.stream.table.number);
  }

  #isPartition(): boolean {
    const { reader, stream } = this.#call;
    return partitionsAt(stream.metadata.splits).some((span) => sameSpan(span, reader.span));
  }

  #successors(): Buffer {
    const { reader, stream } = this.#call;
    const parts = intersectPartitions(reader.span, partitionsAt(stream.metadata.splits));
    const status = { code: GrpcStatus.OUT_OF_RANGE, message: 'The partition was split or merged' };
    return repartitionedFrame(parts, this.#place().token, status);
  }

  /** Waits for a change, a heartbeat, the end time, or the end of the call. */
  #wait(): Promise<void> {
    const { stream, reader, out } = this.#call;
    return new Promise((resolve) => {
      const wake = (): void => {
        cancelTimer();
        leave();
        resolve();
      };
      const cancelTimer = this.#dependencies.clock.schedule(this.#waitMs(), wake);
      const leave = stream.addWaiter({ cluster: reader.cluster, wake });
      out.onEnded(wake);
    });
  }

  #waitMs(): number {
    const { options } = this.#call;
    const heartbeatMs = this.#nextHeartbeatMs - this.#dependencies.clock.monotonicMs();
    // The time has passed when the clock reaches the next millisecond.
    const endMs = Math.floor(options.endMicros / MICROS_PER_MS) + 1 - this.#dependencies.clock.nowMs();
    return Math.max(0, endMs > 0 ? Math.min(heartbeatMs, endMs) : heartbeatMs);
  }
}

/** Maximum number of changes per turn, so that other calls can run. */
const CHANGES_PER_TURN = 100;
const MICROS_PER_MS = 1_000;
