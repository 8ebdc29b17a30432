import type { GrpcTransport } from '../../src/bigtable/transport/create-transport';

/** Traffic of a transport. Messages count without headers and frames. */
export interface Traffic {
  reads: number;
  /** All that are no reads. */
  writes: number;
  requestBytes: number;
  answerBytes: number;
}

export const noTraffic = (): Traffic => ({ reads: 0, writes: 0, requestBytes: 0, answerBytes: 0 });

/** The same transport, which adds what it carries to `traffic`. */
export function countedTransport(transport: GrpcTransport, traffic: Traffic): GrpcTransport {
  return {
    connect: () => transport.connect(),
    close: () => transport.close(),
    start(call, handler) {
      traffic[call.path.endsWith('/ReadRows') ? 'reads' : 'writes'] += 1;
      traffic.requestBytes += call.request.length;
      return transport.start(call, {
        ...handler,
        onMessage(message) {
          traffic.answerBytes += message.length;
          handler.onMessage(message);
        },
        onEnd: (error) => handler.onEnd(error),
      });
    },
  };
}
