import type { SendHandle } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Handle of the operating system for a TCP connection, which a channel between processes duplicates. It is sent instead
 * of its Socket, as in node's own `cluster`: node starts to read a Socket on arrival, and a connection that was read
 * from cannot be given to another worker.
 */
export interface TcpHandle {
  /** Closes this process's copy. The connection stays open while another process has a copy. */
  close(): void;
}

/** Returns the handle of a socket, or undefined if the socket is closed. */
export function handleOf(socket: Socket): SendHandle {
  const { _handle: handle } = socket as unknown as { readonly _handle: TcpHandle | null };
  return (handle ?? undefined) as SendHandle;
}

/** Creates a socket of a received handle. Nothing is read from it before `resume()`. */
export function pausedSocketOf(handle: TcpHandle): Socket {
  const options = { handle, pauseOnCreate: true, readable: true, writable: true, allowHalfOpen: true };
  return new Socket(options);
}
