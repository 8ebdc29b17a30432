import { google } from '@google-cloud/bigtable/build/protos/protos';
import type { LocalCore } from '../../../src/local-bigtable/core';
import type { MessageSink } from '../../../src/local-bigtable/grpc/server-call';
import { FRAME_HEADER_BYTES, GrpcStatus } from '../../../src/platform/network/grpc';
import { RpcError } from '../../../src/local-bigtable/grpc/rpc-error';

import data = google.bigtable.v2;
const { DataChange } = data.ReadChangeStreamResponse;

/** Change assembled from its messages. Strings contain bytes as latin1. */
export interface AssembledChange {
  readonly type: 'USER' | 'GARBAGE_COLLECTION';
  readonly origin: string;
  readonly key: string;
  /** Commit timestamp in microseconds. */
  readonly commitMicros: number;
  readonly tiebreaker: number;
  readonly mutations: readonly data.IMutation[];
  readonly token: string;
  readonly lowWatermark: number;
  /** Number of messages of the change. */
  readonly messages: number;
}

export type StreamEvent =
  | { readonly kind: 'change'; readonly change: AssembledChange }
  | {
      readonly kind: 'heartbeat';
      readonly token: data.IStreamContinuationToken;
      readonly lowWatermark: number;
    }
  | { readonly kind: 'close'; readonly close: data.ReadChangeStreamResponse.ICloseStream };

/**
 * Assembles the messages of a change stream as strictly as Google's Java client, which Apache Beam uses:
 * https://github.com/googleapis/java-bigtable, ChangeStreamStateMachine.java.
 */
export class ChangeStreamAssembler {
  #messages: data.ReadChangeStreamResponse.IDataChange[] = [];
  #mutations: data.IMutation[] = [];
  /** Parts of an incomplete SetCell value. */
  #parts: Buffer[] = [];
  #expectedBytes = 0;

  /** Returns the event that the message completes. */
  push(message: data.IReadChangeStreamResponse): StreamEvent | undefined {
    if (message.dataChange) return this.#dataChange(message.dataChange);
    check(this.#messages.length === 0, 'a control message within a change');
    if (message.heartbeat) {
      const { continuationToken, estimatedLowWatermark } = message.heartbeat;
      return { kind: 'heartbeat', token: continuationToken!, lowWatermark: micros(estimatedLowWatermark) };
    }
    check(hasValue(message.closeStream), 'an empty message');
    checkClose(message.closeStream!);
    return { kind: 'close', close: message.closeStream! };
  }

  #dataChange(message: data.ReadChangeStreamResponse.IDataChange): StreamEvent | undefined {
    const isFirst = this.#messages.length === 0;
    if (isFirst) checkFirst(message);
    else check(typeOf(message) === 'CONTINUATION', 'a later message is a continuation');
    this.#messages.push(message);
    const chunks = message.chunks ?? [];
    chunks.forEach((chunk, index) => this.#chunk(chunk, index, chunks.length));
    if (message.done !== true) return undefined;
    check(this.#parts.length === 0, 'the change ended within a value');
    check((message.token ?? '') !== '', 'the last message has a token');
    check(hasValue(message.estimatedLowWatermark), 'the last message has a low watermark');
    return { kind: 'change', change: this.#complete(message) };
  }

  #chunk(
    { chunkInfo, mutation }: data.ReadChangeStreamResponse.IMutationChunk,
    index: number,
    count: number,
  ): void {
    const { setCell, ...other } = mutation ?? {};
    const known = ['deleteFromFamily', 'deleteFromColumn', 'addToCell', 'mergeToCell'];
    if (!setCell) {
      check(this.#parts.length === 0, 'another mutation within a value');
      check(
        Object.keys(other).some((kind) => known.includes(kind)),
        `unknown kind: ${JSON.stringify(mutation)}`,
      );
      this.#mutations.push(mutation!);
      return;
    }
    if (!chunkInfo) {
      this.#mutations.push(mutation!);
      return;
    }
    if (chunkInfo.chunkedValueOffset === 0) {
      this.#expectedBytes = chunkInfo.chunkedValueSize!;
      this.#mutations.push({ setCell: { ...setCell } });
    } else check(index === 0, 'the rest of a value comes first in its message');
    check(chunkInfo.chunkedValueSize === this.#expectedBytes, 'the size of a value is always the same');
    check(
      chunkInfo.chunkedValueOffset === Buffer.concat(this.#parts).length,
      'no part of a value is missing',
    );
    this.#parts.push(Buffer.from(setCell.value as Uint8Array));
    if (chunkInfo.lastChunk !== true) return check(index === count - 1, 'a part of a value ends its message');
    const value = Buffer.concat(this.#parts.splice(0));
    check(value.length === this.#expectedBytes, 'the parts of a value are the whole');
    this.#mutations.at(-1)!.setCell!.value = value;
  }

  #complete(last: data.ReadChangeStreamResponse.IDataChange): AssembledChange {
    const messages = this.#messages.splice(0);
    const [first] = messages;
    return {
      type: typeOf(first!) === 'USER' ? 'USER' : 'GARBAGE_COLLECTION',
      origin: first!.sourceClusterId ?? '',
      key: latin1(first!.rowKey),
      commitMicros: micros(first!.commitTimestamp),
      tiebreaker: first!.tiebreaker ?? 0,
      mutations: this.#mutations.splice(0),
      token: last.token!,
      lowWatermark: micros(last.estimatedLowWatermark),
      messages: messages.length,
    };
  }
}

/** Google's clients return enums by name. */
function typeOf({ type }: data.ReadChangeStreamResponse.IDataChange): string {
  return typeof type === 'string' ? type : (DataChange.Type[type ?? 0] ?? String(type));
}

function checkFirst(message: data.ReadChangeStreamResponse.IDataChange): void {
  check((message.rowKey?.length ?? 0) > 0, 'the first message has a row key');
  check(hasValue(message.commitTimestamp), 'the first message has a commit timestamp');
  check((message.chunks ?? []).length > 0, 'the first message has mutations');
  const type = typeOf(message);
  const isUser = type === 'USER';
  check(isUser || type === 'GARBAGE_COLLECTION', `type ${type}`);
  check(isUser === ((message.sourceClusterId ?? '') !== ''), 'user changes alone have a source cluster');
}

function checkClose({
  status,
  continuationTokens,
  newPartitions,
}: data.ReadChangeStreamResponse.ICloseStream): void {
  const tokens = continuationTokens?.length ?? 0;
  if ((status?.code ?? 0) === 0) return check(tokens === 0, 'the end of a stream has no tokens');
  check(tokens > 0, 'a stream that goes on elsewhere has tokens');
  check(tokens === newPartitions?.length, 'there is a new partition for each token');
}

const hasValue = (field: unknown): boolean => field !== null && field !== undefined;

function check(condition: boolean, rule: string): void {
  if (!condition) throw new Error(`not a valid change stream: ${rule}`);
}

export const latin1 = (bytes: Uint8Array | string | null | undefined): string =>
  Buffer.from((bytes ?? []) as Uint8Array).toString('latin1');

export const micros = (time: google.protobuf.ITimestamp | null | undefined): number =>
  Number(time?.seconds ?? 0) * 1e6 + (time?.nanos ?? 0) / 1e3;

export const timestampOf = (stamp: number): google.protobuf.ITimestamp => ({
  seconds: Math.floor(stamp / 1e6),
  nanos: (stamp % 1e6) * 1e3,
});

/** ReadChangeStream call within the process, without a network, so that a simulation controls the time. */
export class ChangeStreamClientCall implements MessageSink {
  readonly events: StreamEvent[] = [];
  /** Resolves with the status of the call. */
  readonly ended: Promise<number>;
  readonly #assembler = new ChangeStreamAssembler();
  #whenOver: () => void = () => undefined;
  #held: (() => void) | undefined;
  #holds = false;
  isEnded = false;
  /** Number of messages received. */
  received = 0;

  constructor(core: LocalCore, request: data.IReadChangeStreamRequest) {
    const handler = core.handlers.get('/google.bigtable.v2.Bigtable/ReadChangeStream')!;
    if (handler.kind !== 'stream') throw new Error('ReadChangeStream streams');
    const bytes = Buffer.from(data.ReadChangeStreamRequest.encode(request).finish());
    this.ended = new Promise<void>((resolve) => resolve(handler.handle(bytes, this, {})))
      .then(() => GrpcStatus.OK, statusOf)
      .finally(() => this.cancel());
  }

  get changes(): AssembledChange[] {
    return this.events.flatMap((event) => (event.kind === 'change' ? event.change : []));
  }

  /** Latest token of a change or a heartbeat. */
  get token(): string | undefined {
    const event = this.events.at(-1);
    if (event?.kind === 'change') return event.change.token;
    return event?.kind === 'heartbeat' ? event.token.token! : undefined;
  }

  get lowWatermark(): number {
    const event = this.events.at(-1);
    if (event?.kind === 'change') return event.change.lowWatermark;
    return event?.kind === 'heartbeat' ? event.lowWatermark : 0;
  }

  /** Stops reading, like a client whose window is full. */
  hold(): void {
    this.#holds = true;
  }

  release(): void {
    this.#holds = false;
    this.#held?.();
  }

  cancel(): void {
    this.isEnded = true;
    this.release();
    this.#whenOver();
  }

  write(frame: Buffer): Promise<void> | undefined {
    if (this.isEnded) throw new RpcError(GrpcStatus.CANCELLED, 'the call has ended');
    this.received++;
    const event = this.#assembler.push(
      data.ReadChangeStreamResponse.decode(frame.subarray(FRAME_HEADER_BYTES)),
    );
    if (event !== undefined) this.events.push(event);
    if (!this.#holds) return undefined;
    return new Promise((resolve) => {
      this.#held = resolve;
    });
  }

  onEnded(task: () => void): void {
    this.#whenOver = task;
    if (this.isEnded) task();
  }
}

function statusOf(error: unknown): number {
  if (error instanceof RpcError) return error.status;
  throw error;
}
