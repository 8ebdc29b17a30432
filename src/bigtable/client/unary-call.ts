import { GrpcStatus } from '../../platform/network/grpc';
import { BigtableError } from './bigtable-error';
import type { Call, GrpcTransport } from '../transport/create-transport';

/** A protobufjs message class, as far as answers need it. */
export interface MessageDecoder<T> {
  decode(message: Uint8Array): T;
}

/** All messages of an answer that is short enough to be gathered. */
export function collectMessages(transport: GrpcTransport, call: Call): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const messages: Buffer[] = [];
    transport.start(call, {
      onMessage: (message) => messages.push(message),
      onEnd: (error) => (error === undefined ? resolve(messages) : reject(error)),
    });
  });
}

/** The one message of a unary answer. */
export async function callUnary(transport: GrpcTransport, call: Call): Promise<Buffer> {
  const messages = await collectMessages(transport, call);
  const [message] = messages;
  if (message !== undefined && messages.length === 1) return message;
  throw new BigtableError(GrpcStatus.INTERNAL, `unary call answered with ${messages.length} messages`);
}
