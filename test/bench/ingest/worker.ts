/** One contestant in a process of its own; does the tasks that its parent sends. */
import { answerMessages } from '../answer-messages';
import { CONTESTANTS, type Endpoints, type Task } from './contestants';

export interface RunFigures {
  readonly perSecond: number;
  /** CPU time of this process, all its threads, per event. */
  readonly cpuMicros: number;
}

async function main(name: string, endpoints: Endpoints) {
  const contestant = await CONTESTANTS[name]!(endpoints);
  return async (task: Task): Promise<RunFigures> => {
    const timed = await contestant(task);
    const startMs = performance.now();
    const cpu = process.cpuUsage();
    await timed();
    const seconds = (performance.now() - startMs) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    const { count } = task.set;
    return { perSecond: count / seconds, cpuMicros: (user + system) / count };
  };
}

const running = main(process.argv[2]!, JSON.parse(process.argv[3]!) as Endpoints);
answerMessages(
  async (task: Task) => (await running)(task),
  running.then(() => 'ready'),
);
