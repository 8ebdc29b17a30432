import type { SendHandle } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * The operating system's side of a TCP connection, which a channel between processes duplicates. It is sent in place of its Socket,
 * as node's own `cluster` does: node begins to read a Socket when it arrives, and a connection that has been read cannot be
 * given to another worker any more.
 */
export interface TcpHandle {
  /** Closes this process's copy. The connection stays open while another process has a copy. */
  close(): void;
}

/** Returns what to send in place of the socket; undefined where the socket is closed. */
export function handleOf(socket: Socket): SendHandle {
  const { _handle: handle } = socket as unknown as { readonly _handle: TcpHandle | null };
  return (handle ?? undefined) as SendHandle;
}

/** Makes a socket of a handle that has arrived. Nothing is read from it before `resume()`. */
export function pausedSocketOf(handle: TcpHandle): Socket {
  const options = { handle, pauseOnCreate: true, readable: true, writable: true, allowHalfOpen: true };
  return new Socket(options);
}
