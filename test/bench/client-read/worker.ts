/** Runs one contestant in a separate process, controlled by its parent's messages. */
import { answerMessages } from '../answer-messages';
import { CONTESTANTS, type Answer, type Contestant } from './contestants';
import { ROWS, rowKeyOf, SIZES, type ReadSize } from './data';

export type WorkerRequest =
  | { readonly kind: 'answers'; readonly size: string }
  | { readonly kind: 'run'; readonly size: string; readonly durationMs: number };

export interface RunFigures {
  readonly qps: number;
  /** CPU time of this process, including all threads, per read. */
  readonly cpuMicros: number;
}

const IN_FLIGHT = 16;

async function answersOf(contestant: Contestant, keys: readonly Buffer[]): Promise<Answer[]> {
  return Promise.all(keys.map((key) => contestant.answer(key)));
}

interface ReadRequest {
  readonly size: ReadSize;
  readonly keys: readonly Buffer[];
}

async function run(
  contestant: Contestant,
  { size, keys }: ReadRequest,
  durationMs: number,
): Promise<RunFigures> {
  let reads = 0;
  const startMs = performance.now();
  const cpu = process.cpuUsage();
  const loop = async (): Promise<void> => {
    do {
      reads += 1;
      const cells = await contestant.read(keys[reads % keys.length] as Buffer);
      if (cells !== size.cells) throw new Error(`a read returned ${cells} cells, not ${size.cells}`);
    } while (performance.now() - startMs < durationMs);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop));
  const { user, system } = process.cpuUsage(cpu);
  return { qps: (reads * 1_000) / (performance.now() - startMs), cpuMicros: (user + system) / reads };
}

async function main(name: string, endpoint: string) {
  const contestant = await (CONTESTANTS[name] as (endpoint: string) => Contestant | Promise<Contestant>)(
    endpoint,
  );
  return (request: WorkerRequest) => {
    const size = SIZES.find((one) => one.name === request.size)!;
    const keys = Array.from({ length: ROWS }, (_, index) => rowKeyOf(size, index));
    return request.kind === 'answers'
      ? answersOf(contestant, keys)
      : run(contestant, { size, keys }, request.durationMs);
  };
}

const answering = main(process.argv[2] as string, process.argv[3] as string);
answerMessages(
  async (request: WorkerRequest) => (await answering)(request),
  answering.then(() => 'ready'),
);
