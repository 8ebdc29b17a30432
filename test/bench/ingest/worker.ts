/** One contestant in a process of its own; does the tasks that its parent sends. */
import { CONTESTANTS, type Endpoints, type Task } from './contestants';

export interface RunFigures {
  readonly perSecond: number;
  /** CPU time of this process, all its threads, per event. */
  readonly cpuMicros: number;
}

async function main(name: string, endpoints: Endpoints): Promise<void> {
  const contestant = await CONTESTANTS[name]!(endpoints);
  const run = async (task: Task): Promise<RunFigures> => {
    const timed = await contestant(task);
    const startMs = performance.now();
    const cpu = process.cpuUsage();
    await timed();
    const seconds = (performance.now() - startMs) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    const { count } = task.set;
    return { perSecond: count / seconds, cpuMicros: (user + system) / count };
  };
  process.on('message', (task: Task) => {
    run(task).then(
      (result) => process.send?.({ result }),
      (error: Error) => process.send?.({ error: error.stack }),
    );
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}

void main(process.argv[2]!, JSON.parse(process.argv[3]!) as Endpoints);
