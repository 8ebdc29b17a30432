import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly endpoint: string;
  /** Number of connections accepted so far. */
  readonly connections: number;
  /** Number of bytes received from the server. */
  readonly receivedBytes: number;
  /** Blocks all traffic in both directions on open connections, without closing them. */
  freeze(): void;
  /** Closes the open connections. */
  cut(): void;
  close(): Promise<void>;
}

/**
 * Starts a TCP proxy that can simulate network failures. `onConnection` may take over a connection by returning true.
 */
export async function startTcpProxy(
  port: number,
  onConnection: (socket: Socket, index: number) => boolean = () => false,
): Promise<TcpProxy> {
  let connections = 0;
  let receivedBytes = 0;
  const sockets = new Set<Socket>();
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    track(socket);
    connections += 1;
    if (onConnection(socket, connections - 1)) return;
    const upstream = track(connect(port, '127.0.0.1'));
    socket.on('data', (bytes) => upstream.write(bytes)).on('close', () => upstream.destroy());
    upstream.on('data', (bytes) => {
      receivedBytes += bytes.length;
      socket.write(bytes);
    });
    upstream.on('close', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return connections;
    },
    get receivedBytes() {
      return receivedBytes;
    },
    freeze: () => sockets.forEach((socket) => socket.pause()),
    cut: () => sockets.forEach((socket) => socket.destroy()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}
