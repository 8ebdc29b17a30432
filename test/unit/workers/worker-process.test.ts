import { systemClock } from '../../../src/platform/time/clock';
import { WorkerProcess, type WorkerEvents } from '../../../src/workers/worker-process';

describe('WorkerProcess', () => {
  it('starts the worker with the given options of Node.js', async () => {
    const options = { clock: systemClock, nodeOptions: ['--max-old-space-size=no-number'] };
    const exitReason = await new Promise<string | undefined>((resolve) => {
      const ignore = (): void => undefined;
      const events: WorkerEvents = {
        onServing: ignore,
        onDraining: ignore,
        onTaken: ignore,
        onDeclined: ignore,
        onMetricsRequested: ignore,
        onHeartbeats: ignore,
        onEnd: (worker) => resolve(worker.exitReason),
      };
      new WorkerProcess(1, options, events);
    });
    // Exit code of Node.js for an option that it rejects.
    expect(exitReason).toBe('code 9');
  });
});
