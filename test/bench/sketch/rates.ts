/** Items added per second of CPU time: Tidemark in process, hashing included; Redis by pipelined PFADD. */
import { Sketch } from '../../../src/core/sketches/sketch';
import type { BenchOptions, BenchSize } from '../harness';
import { Items } from './items';
import type { RedisSketches } from './redis-pfadd';

const MANY = 100;

const PLANS: Readonly<Record<BenchSize, { readonly items: number; readonly rounds: number }>> = {
  full: { items: 1_000_000, rounds: 7 },
  quick: { items: 250_000, rounds: 3 },
  smoke: { items: 20_000, rounds: 1 },
};

/**
 * Processor time per item, in ns: all the side's own, its garbage collection and its kernel's share included. And items a
 * second. Of the best round, since what else runs only slows them.
 */
export interface AddFigures {
  readonly name: string;
  readonly client: number;
  /** Undefined where there is none. */
  readonly server: number | undefined;
  readonly itemsPerSecond: number;
}

interface Turn {
  readonly name: string;
  run(items: Items): Promise<Measured>;
}

interface Measured {
  readonly clientMicros: number;
  readonly serverMicros: number | undefined;
  readonly elapsedMs: number;
}

/** In turns, so that a slow minute of the machine strikes all alike. The first round only warms up. */
export async function measureAdds(
  redis: RedisSketches | undefined,
  { size, progress }: BenchOptions,
): Promise<AddFigures[]> {
  const turns = [ours(), ...(redis === undefined ? [] : [pfadd(redis, 1), pfadd(redis, MANY)])];
  const measured = new Map(turns.map(({ name }) => [name, [] as Measured[]]));
  const { items: count, rounds } = PLANS[size];
  const items = new Items(count);
  for (let round = 0; round <= rounds; round++) {
    progress(`adds, round ${round} of ${rounds}`);
    items.fill(round, 0);
    for (const turn of turns) {
      const seen = await turn.run(items);
      if (round > 0) measured.get(turn.name)!.push(seen);
    }
  }
  return [...measured].map(([name, all]) => figuresOf(name, all, items.count));
}

function ours(): Turn {
  return {
    name: 'tidemark',
    run: (items) => timed(() => items.addTo(new Sketch())),
  };
}

function pfadd(redis: RedisSketches, perCommand: number): Turn {
  const key = `rate-${perCommand}`;
  return {
    name: perCommand === 1 ? 'PFADD' : `PFADD, ${perCommand} items a command`,
    async run(items) {
      await redis.remove(key);
      const before = await redis.cpuMicros();
      const measured = await timed(() => redis.add(key, items, perCommand));
      return { ...measured, serverMicros: (await redis.cpuMicros()) - before };
    },
  };
}

async function timed(run: () => void | Promise<void>): Promise<Measured> {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return { clientMicros: user + system, serverMicros: undefined, elapsedMs: performance.now() - startedMs };
}

function figuresOf(name: string, all: readonly Measured[], items: number): AddFigures {
  const of = (value: (measured: Measured) => number): number => Math.min(...all.map(value));
  const server = of(({ serverMicros }) => serverMicros ?? 0);
  return {
    name,
    client: (of(({ clientMicros }) => clientMicros) * 1_000) / items,
    server: server === 0 ? undefined : (server * 1_000) / items,
    itemsPerSecond: (items * 1_000) / of(({ elapsedMs }) => elapsedMs),
  };
}
