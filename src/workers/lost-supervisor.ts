import cluster from 'node:cluster';

/** What a write to a process that has gone fails with. */
const BROKEN_PIPE = new Set(['EPIPE', 'ECONNRESET', 'ERR_IPC_CHANNEL_CLOSED', 'ERR_STREAM_DESTROYED']);

/**
 * Lets a worker outlive its supervisor for as long as it drains. Without this, node's `cluster` ends a worker in the moment in which
 * the channel to the supervisor closes, and a message that is sent just then ends it with `write EPIPE`. Output that nobody reads
 * any more is no error: the logger ignores it.
 */
export function outliveSupervisor(onLost: () => void): void {
  const { worker } = cluster;
  worker?.on('disconnect', () => {
    // `cluster` looks at it next, and calls `process.exit` unless the worker has disconnected on purpose.
    worker.exitedAfterDisconnect = true;
    onLost();
  });
  // It passes on what goes wrong in the channel.
  worker?.on('error', ignoreBrokenPipe);
}

function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (!BROKEN_PIPE.has(error.code ?? '')) throw error;
}
