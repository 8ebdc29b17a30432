/**
 * What HTTP costs: a count query over the API, beside a bare node:http handler and a bare Express route that return
 * the same bytes for the same POST, and beside the one ReadRows behind it.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { startLocalBigtable } from '../../src/local/server';
import { applySchema } from '../support/running-app';
import { ask, generateLoad, type Load } from './http/load';
import type { Contestant, Request, StartMessage, Usage } from './http/messages';

const PATH = '/v1/counts:query';
const CONNECTIONS = 32;
const EVENTS = 100;
const SERVERS = ['whole request', 'bare node:http', 'bare Express', 'HTTP layer'] as const;

interface Measure {
  requests: number;
  cpuMicros: number;
  milliseconds: number;
}

export interface HttpBenchOptions {
  readonly quick: boolean;
}

export const bench = { name: 'http', run };

async function run({ quick }: HttpBenchOptions): Promise<object> {
  const store = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
  const children: ContestantProcess[] = [];
  const start = async (message: Omit<StartMessage, 'endpoint' | 'query'>): Promise<ContestantProcess> => {
    const child = await ContestantProcess.start({ ...message, endpoint: store.endpoint, query: QUERY });
    children.push(child);
    return child;
  };
  try {
    await applySchema(store.endpoint);
    const whole = await start({ contestant: 'whole request', answer: '' });
    await loadEvents(whole.port);
    const answer = await ask(whole.load);
    const others = SERVERS.filter((each) => each !== 'whole request');
    for (const contestant of others) await start({ contestant, answer });
    for (const { load, contestant } of children) {
      if ((await ask(load)) !== answer) throw new Error(`${contestant} answers differently`);
    }
    await start({ contestant: 'ReadRows alone', answer });
    return report(await measure(children, answer, quick));
  } finally {
    for (const child of children) child.stop();
    await store.close();
  }
}

const NOW_MS = Date.now() - 60_000;

const QUERY = {
  userId: 'bench',
  actions: ['impression', 'click'],
  viewTypes: ['home_feed', 'search'],
  entities: { ad: ['ad-0', 'ad-1', 'ad-2'], campaign: '*' },
  windows: ['1d', '90m', '7d'],
  groupBy: ['action'],
  asOf: NOW_MS,
};

/** One user's day or so. */
async function loadEvents(port: number): Promise<void> {
  const events = Array.from({ length: EVENTS }, (_, i) => ({
    userId: 'bench',
    action: i % 10 === 0 ? 'click' : 'impression',
    eventTime: NOW_MS - i * 1_200_000,
    viewType: i % 3 === 0 ? 'search' : 'home_feed',
    adId: `ad-${i % 7}`,
    campaignId: `cmp-${i % 3}`,
    insertionId: `ins-${i}`,
  }));
  await ask({ port, path: '/v1/events', body: JSON.stringify({ events }), connections: 1 });
}

/** Interleaved rounds, so that a slow minute of the machine strikes all alike. The first round only warms up. */
async function measure(
  children: readonly ContestantProcess[],
  answer: string,
  quick: boolean,
): Promise<ReadonlyMap<Contestant, Measure>> {
  const [rounds, milliseconds] = quick ? [3, 700] : [6, 2_000];
  const measures = new Map<Contestant, Measure>();
  for (let round = 0; round < rounds; round++) {
    for (const child of children) {
      const seen = await child.measure(answer, milliseconds);
      if (round === 0) continue;
      const sum = measures.get(child.contestant) ?? { requests: 0, cpuMicros: 0, milliseconds: 0 };
      sum.requests += seen.requests;
      sum.cpuMicros += seen.cpuMicros;
      sum.milliseconds += seen.milliseconds;
      measures.set(child.contestant, sum);
    }
  }
  return measures;
}

class ContestantProcess {
  private constructor(
    readonly contestant: Contestant,
    readonly port: number,
    readonly process: ChildProcess,
  ) {}

  static async start(message: StartMessage): Promise<ContestantProcess> {
    const support = join(__dirname, '../support/register-typescript.js');
    const child = fork(join(__dirname, 'http/contestant.ts'), {
      execArgv: ['-r', support],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    const port = (await tell(child, { start: message })) as number;
    return new ContestantProcess(message.contestant, port, child);
  }

  get load(): Load {
    return { port: this.port, path: PATH, body: JSON.stringify(QUERY), connections: CONNECTIONS };
  }

  async measure(answer: string, milliseconds: number): Promise<Measure> {
    const before = await this.#usage();
    const fromMs = performance.now();
    const requests = await this.#work(answer, milliseconds);
    const tookMs = performance.now() - fromMs;
    const after = await this.#usage();
    return {
      requests: requests ?? after.reads - before.reads,
      cpuMicros: after.cpuMicros - before.cpuMicros,
      milliseconds: tookMs,
    };
  }

  stop(): void {
    this.process.disconnect();
  }

  /** Undefined where the process counts for itself. */
  async #work(answer: string, milliseconds: number): Promise<number | undefined> {
    if (this.contestant !== 'ReadRows alone') return generateLoad(this.load, answer, milliseconds);
    await tell(this.process, { readFor: milliseconds });
    return undefined;
  }

  async #usage(): Promise<Usage> {
    return (await tell(this.process, { usage: true })) as Usage;
  }
}

function tell(child: ChildProcess, request: Request): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`a contestant ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (reply: { value?: unknown; error?: string }) => {
      child.off('exit', onExit);
      if (reply.error === undefined) resolve(reply.value);
      else reject(new Error(reply.error));
    });
    child.send(request);
  });
}

function report(measures: ReadonlyMap<Contestant, Measure>): object {
  const figures: Record<string, number> = {};
  const cpu = (contestant: Contestant): number => {
    const { cpuMicros, requests } = measures.get(contestant) as Measure;
    return cpuMicros / requests;
  };
  for (const [contestant, { requests, milliseconds }] of measures) {
    figures[`${contestant}: requests/s`] = Math.round((requests / milliseconds) * 1_000);
    figures[`${contestant}: CPU µs/request`] = rounded(cpu(contestant));
  }
  const bare = cpu('bare node:http');
  figures['HTTP layer / bare node:http (CPU)'] = rounded(cpu('HTTP layer') / bare);
  figures['bare Express / bare node:http (CPU)'] = rounded(cpu('bare Express') / bare);
  figures['whole request / bare node:http (CPU)'] = rounded(cpu('whole request') / bare);
  figures['whole request / ReadRows alone (CPU)'] = rounded(cpu('whole request') / cpu('ReadRows alone'));
  const value = figures['HTTP layer / bare node:http (CPU)'];
  return {
    name: 'http',
    machine: { cpus: cpus().length, node: process.version },
    figures,
    targets: [
      { name: 'HTTP layer / bare node:http (CPU)', value, op: '<=', target: 3, ok: (value ?? Infinity) <= 3 },
    ],
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
