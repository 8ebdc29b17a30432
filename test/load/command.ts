import { Command, InvalidArgumentError } from 'commander';
import { integerBetween, parseDuration } from '../../src/cli/shared/units';
import { print, printError } from '../../src/cli/shared/terminal';
import { systemClock } from '../../src/platform/time/clock';
import { systemRandom } from '../../src/platform/random';
import { parseMix, pickKind, type Mix } from './mix';
import { parseObjective, type Objective } from './objectives';
import { showLoad } from './progress';
import { isPassed, reportOf, reportText } from './report';
import { requestMaker } from './requests';
import { runLoad, type LoadResult } from './run-load';
import { createSender } from './sender';
import { tokenFile } from './token-file';

interface LoadFlags {
  readonly url: URL;
  readonly rate: number;
  readonly duration: number;
  readonly warmUp: number;
  readonly mix: Mix;
  readonly users: number;
  readonly connections: number;
  readonly inFlight: number;
  readonly timeout: number;
  readonly tokenFile?: string;
  readonly objective: readonly Objective[];
  readonly json?: boolean;
}

const EXIT_MISSED = 1;
const EXIT_INTERRUPTED = 130;

const HELP = `
Requests become due at a constant rate, whether or not earlier ones have been answered, and are timed from when they were due.
It writes: events and objects of users load-0, load-1, … Never run it against what real users are served by.

Exits with 1 when an objective is missed or nothing is answered, and with 130 when it is interrupted; then, too, it reports.

Example:
  npm run load-test -- --url http://127.0.0.1:8080 --rate 500 --duration 30s --objective counts.p99=20ms --objective errors=0.1%`;

/** `npm run load-test`. */
export function loadTestCommand(): Command {
  return new Command('load-test')
    .description('Send requests to a running Tidemark at a constant rate and measure their latency.')
    .requiredOption('--url <url>', 'where the API is, e.g. https://tidemark.example.com', baseUrl)
    .option('--rate <n>', 'requests each second', integerBetween(1, 100_000), 100)
    .option('--duration <time>', 'how long they are counted, e.g. 60s', parseDuration, 30_000)
    .option('--warm-up <time>', 'before that, at the same rate, not counted', parseDuration, 5_000)
    .option(
      '--mix <kinds>',
      'what is asked for, by weight: counts, events, objects, caps',
      parseMix,
      parseMix('counts=80,events=15,objects=5'),
    )
    .option('--users <n>', 'number of distinct users', integerBetween(1, 100_000_000), 10_000)
    .option('--connections <n>', 'at once', integerBetween(1, 10_000), 256)
    .option(
      '--in-flight <n>',
      'requests that are waited for at once; more are not sent',
      integerBetween(1, 1_000_000),
      10_000,
    )
    .option('--timeout <time>', 'after which a request has failed', parseDuration, 10_000)
    .option('--token-file <file>', 'file with a bearer token; read again as it changes')
    .option(
      '--objective <what=value>',
      'p99=8ms, counts.p99=8ms, errors=0.1%, rate=1900; repeatable',
      addObjective,
      [],
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', HELP)
    .action(loadTest);
}

async function loadTest(flags: LoadFlags): Promise<void> {
  const { url, rate: ratePerSecond, objective: objectives, json } = flags;
  const result = await interruptible((signal) => run(flags, signal));
  const report = reportOf(result, { url: url.href, ratePerSecond, objectives });
  print(json === true ? JSON.stringify(report) : reportText(report));
  if (!isPassed(report)) process.exitCode = EXIT_MISSED;
  if (report.interrupted) process.exitCode = EXIT_INTERRUPTED;
}

async function run(flags: LoadFlags, signal: AbortSignal): Promise<LoadResult> {
  const { url, connections, timeout: timeoutMs, mix, users, warmUp: warmUpMs, duration: durationMs } = flags;
  const random = systemRandom;
  const make = requestMaker({ users, random, nowMs: () => systemClock.nowMs() });
  const sender = createSender({ url, connections, timeoutMs, token: tokenFile(flags.tokenFile) });
  const shown = showLoad(warmUpMs + durationMs);
  try {
    return await runLoad({
      ratePerSecond: flags.rate,
      warmUpMs,
      durationMs,
      inFlightMax: flags.inFlight,
      sender,
      signal,
      next: () => make(pickKind(mix, random)),
      onProgress: (progress) => shown.update(progress),
    });
  } finally {
    shown.stop();
    sender.close();
  }
}

/** The first SIGINT or SIGTERM ends the load, the second one the process. */
async function interruptible(work: (signal: AbortSignal) => Promise<LoadResult>): Promise<LoadResult> {
  const interrupt = new AbortController();
  const onSignal = (): void => {
    printError('interrupted: what is in flight is waited for');
    interrupt.abort();
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    return await work(interrupt.signal);
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

function baseUrl(text: string): URL {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('An http:// or https:// URL.');
  return new URL(text);
}

function addObjective(text: string, others: readonly Objective[]): readonly Objective[] {
  return [...others, parseObjective(text)];
}
