/**
 * Measures the cost of HTTP: a count query over the API, compared to a bare node:http handler and a bare Express route that return
 * the same bytes for the same POST, and to the one ReadRows behind it.
 */
import { isDeepStrictEqual } from 'node:util';
import { applySchema } from '../../support/running-app';
import { startBigtableProcess } from '../bigtable-process';
import {
  median,
  rounded,
  target,
  WrongAnswer,
  type BenchOptions,
  type Benchmark,
  type BenchResult,
  type BenchSize,
} from '../harness';
import { ContestantProcess, type Measure } from './contestant-process';
import { ask, upToToken } from './load';
import type { Contestant } from './messages';
import { events, expectedCounts } from './query';

export const benchmark: Benchmark = {
  name: 'http',
  description: 'a count query over HTTP, beside bare node:http, bare Express and its own ReadRows',
  async run(options) {
    const bigtable = await startBigtableProcess();
    const contestants: ContestantProcess[] = [];
    try {
      await applySchema(bigtable.endpoint);
      const answer = await startAll(contestants, bigtable.endpoint);
      const measures = await measure(contestants, answer, options);
      return report(measures, answer.length, bigtable.name);
    } finally {
      for (const each of contestants) await each.stop();
      await bigtable.stop();
    }
  },
};

const PREPARED = ['HTTP layer', 'bare node:http', 'bare Express'] as const;

/** The whole API finds out the answer; the others are given it, and must return it byte for byte, but for the token. */
async function startAll(contestants: ContestantProcess[], endpoint: string): Promise<string> {
  const start = async (contestant: Contestant, answer: string): Promise<ContestantProcess> => {
    const started = await ContestantProcess.start({ contestant, endpoint, answer });
    contestants.push(started);
    return started;
  };
  const whole = await start('whole request', '');
  await ask({ ...whole.load, path: '/v1/events', body: JSON.stringify({ events: events() }) });
  const answer = await ask(whole.load);
  const { counts } = JSON.parse(answer) as { readonly counts: unknown };
  if (!isDeepStrictEqual(counts, expectedCounts())) throw new WrongAnswer('the API counts otherwise');
  for (const contestant of PREPARED) {
    const { load } = await start(contestant, answer);
    if (upToToken(await ask(load)) !== upToToken(answer)) {
      throw new WrongAnswer(`${contestant} returns other bytes`);
    }
  }
  await start('ReadRows alone', answer);
  return answer;
}

interface Pace {
  readonly warmUps: number;
  readonly rounds: number;
  readonly roundMs: number;
}

const PACES: Readonly<Record<BenchSize, Pace>> = {
  full: { warmUps: 2, rounds: 6, roundMs: 3_000 },
  quick: { warmUps: 1, rounds: 3, roundMs: 1_500 },
  smoke: { warmUps: 0, rounds: 1, roundMs: 1 },
};

type Measures = ReadonlyMap<Contestant, readonly Measure[]>;

/** Interleaved rounds, so that a slow minute of the machine strikes all alike. The first rounds only warm up. */
async function measure(
  contestants: readonly ContestantProcess[],
  answer: string,
  { size, progress }: BenchOptions,
): Promise<Measures> {
  const { warmUps, rounds, roundMs } = PACES[size];
  const measures = new Map<Contestant, Measure[]>(contestants.map(({ contestant }) => [contestant, []]));
  for (let round = -warmUps; round < rounds; round++) {
    progress(round < 0 ? 'warming up' : `round ${round + 1} of ${rounds}`);
    for (const each of contestants) {
      const seen = await each.measure(answer, roundMs);
      if (round >= 0) measures.get(each.contestant)?.push(seen);
    }
  }
  return measures;
}

function report(measures: Measures, answerBytes: number, bigtable: string): BenchResult {
  const figures: Record<string, number> = {};
  const cpu = (contestant: Contestant): number => figures[`${contestant}: CPU µs/request`] as number;
  for (const [contestant, seen] of measures) {
    const rate = median(seen.map((each) => each.requestsPerSecond));
    const cost = median(seen.map((each) => each.cpuMicrosPerRequest));
    figures[`${contestant}: requests/s`] = rounded(rate);
    figures[`${contestant}: CPU µs/request`] = rounded(cost);
  }
  const bare = cpu('bare node:http');
  const rows = [...measures.keys()].map((contestant) => {
    const ratio = rounded(cpu(contestant) / bare);
    figures[`${contestant} / bare node:http`] = ratio;
    return [contestant, `${figures[`${contestant}: requests/s`]}`, `${cpu(contestant)}`, `${ratio}`];
  });
  figures['whole request / ReadRows alone'] = rounded(cpu('whole request') / cpu('ReadRows alone'));
  const title = `POST /v1/counts:query, 100 events, ${answerBytes} bytes of answer; store: ${bigtable}`;
  const header = ['contestant', 'requests/s', 'CPU µs/request', '× bare node:http'];
  return {
    figures,
    targets: [target('HTTP layer / bare node:http, CPU', cpu('HTTP layer') / bare, '<=', 3)],
    tables: [{ title, header, rows }],
  };
}
