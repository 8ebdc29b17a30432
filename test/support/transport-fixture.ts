import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import {
  createTransport,
  type GrpcTransport,
  type TransportOptions,
} from '../../src/bigtable/transport/create-transport';
import {
  startGrpcServer,
  type ScriptedServer,
  type ScriptedServerOptions,
  type ScriptedCall,
} from './grpc-server';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

/** Resources of a transport test, which are closed after each test. */
export interface TransportFixture {
  readonly serve: (
    onCall: (call: ScriptedCall, index: number) => void | Promise<void>,
    options?: ScriptedServerOptions,
  ) => Promise<ScriptedServer>;
  /** Starts a server with custom handling of its connections. Returns its endpoint. */
  readonly serveRaw: (onSocket: (socket: Socket) => void) => Promise<string>;
  readonly proxyTo: (
    server: ScriptedServer,
    onConnection?: (socket: Socket, index: number) => boolean,
  ) => Promise<TcpProxy>;
  readonly connectTo: (endpoint: string, options?: Partial<TransportOptions>) => GrpcTransport;
}

export function transportFixture(): TransportFixture {
  const cleanups: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  return {
    async serve(onCall, options) {
      const server = await startGrpcServer(onCall, options);
      cleanups.push(() => server.close());
      return server;
    },
    async serveRaw(onSocket) {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        cleanups.push(() => void socket.destroy());
        onSocket(socket);
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      cleanups.push(() => void server.close());
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    async proxyTo(server, onConnection) {
      const proxy = await startTcpProxy(server.port, onConnection);
      cleanups.push(() => proxy.close());
      return proxy;
    },
    connectTo(endpoint, options = {}) {
      const limits = { closeTimeoutMs: 50, ...options.limits };
      const transport = createTransport({ endpoint, plaintext: true, ...options, limits });
      cleanups.push(() => transport.close());
      return transport;
    },
  };
}
