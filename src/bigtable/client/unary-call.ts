import { GrpcStatus } from '../../platform/network/grpc';
import { BigtableError } from './bigtable-error';
import type { Call, GrpcTransport } from '../transport/create-transport';

/** Decoder of an answer, such as a protobufjs message class. */
export interface MessageDecoder<T> {
  decode(message: Uint8Array): T;
}

/** Sends a call and returns all messages of its answer. Intended for short answers. */
export function collectMessages(transport: GrpcTransport, call: Call): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const messages: Buffer[] = [];
    transport.start(call, {
      onMessage: (message) => messages.push(message),
      onEnd: (error) => (error === undefined ? resolve(messages) : reject(error)),
    });
  });
}

/** Sends a unary call and returns the single message of its answer. */
export async function callUnary(transport: GrpcTransport, call: Call): Promise<Buffer> {
  const messages = await collectMessages(transport, call);
  const [message] = messages;
  if (message !== undefined && messages.length === 1) return message;
  throw new BigtableError(GrpcStatus.INTERNAL, `unary call answered with ${messages.length} messages`);
}
