/** One contestant in a process of its own; does what its parent's messages say. */
import { CONTESTANTS, type Answer, type Contestant } from './contestants';
import { ROWS, rowKeyOf, SIZES } from './data';

export type WorkerRequest =
  | { readonly kind: 'answers'; readonly size: string }
  | { readonly kind: 'run'; readonly size: string; readonly durationMs: number };

export interface RunFigures {
  readonly qps: number;
  /** CPU time of this process, all its threads, per read. */
  readonly cpuMicros: number;
}

const IN_FLIGHT = 16;

async function answersOf(contestant: Contestant, keys: readonly Buffer[]): Promise<Answer[]> {
  return Promise.all(keys.map((key) => contestant.answer(key)));
}

async function run(contestant: Contestant, keys: readonly Buffer[], durationMs: number): Promise<RunFigures> {
  let reads = 0;
  const startMs = performance.now();
  const cpu = process.cpuUsage();
  const loop = async (): Promise<void> => {
    while (performance.now() - startMs < durationMs) {
      reads += 1;
      await contestant.read(keys[reads % keys.length] as Buffer);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop));
  const { user, system } = process.cpuUsage(cpu);
  return { qps: (reads * 1_000) / (performance.now() - startMs), cpuMicros: (user + system) / reads };
}

async function main(name: string, endpoint: string): Promise<void> {
  const contestant = await (CONTESTANTS[name] as (endpoint: string) => Contestant | Promise<Contestant>)(
    endpoint,
  );
  process.on('message', (request: WorkerRequest) => {
    const size = SIZES.find((one) => one.name === request.size) ?? SIZES[0];
    if (size === undefined) return;
    const keys = Array.from({ length: ROWS }, (_, index) => rowKeyOf(size, index));
    const work =
      request.kind === 'answers' ? answersOf(contestant, keys) : run(contestant, keys, request.durationMs);
    work.then(
      (result) => process.send?.({ result }),
      (error: Error) => process.send?.({ error: error.stack }),
    );
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}

void main(process.argv[2] as string, process.argv[3] as string);
