import { sleep, systemClock } from '../../platform/time/clock';
import { EVENTUAL } from '../../core/consistency/consistency';
import type { WriteToken } from '../../core/tokens/write-token';
import type { PipelinesEnvironment, SeenTaste } from './pipelines-environment';
import { TASTE_PAUSE } from './taste-pipeline';
import { TasteReaders, type ReaderFigures } from './taste-readers';
import type { TourReporter } from './tour-reporter';
import type { PerformedStep, TourSteps } from './tour-steps';

interface Tour {
  readonly environment: PipelinesEnvironment;
  readonly steps: TourSteps;
  readonly reporter: TourReporter;
}

const USERS = Array.from({ length: 400 }, (_, at) => `user-${at}`);
const USER = USERS[7]!;
const CLICKS = 3;
/** Actions whose way to the changed object is measured. */
const FOLLOWED = 10;
const POLL_MS = 10;
const WAIT_MAX_MS = 60_000;
/** Time for each object in the pass that is killed, in milliseconds, and objects between two of its saved positions. */
const SLOW_MS = '20';
const PAGE_ROWS = '2';
/** Users with cells at which the pass is killed. */
const KILLED_AT = USERS.length / 4;
const SUMMARY = /"objects":(\d+)/;

/** Computes objects by full passes, publishes them as generations, and follows changes of users. */
export async function pipelinesTour(tour: Tour): Promise<void> {
  await firstPass(tour);
  await secondPass(tour);
  await follow(tour);
}

async function firstPass({ environment, steps, reporter }: Tour): Promise<void> {
  reporter.chapter(
    'A full pass, killed and resumed',
    'A pipeline counts the clicks of each user. A full pass writes the result as a generation, which no reader sees before it is ' +
      'published. The process is killed in the middle, and another one continues.',
  );
  await steps.perform('check', 'Load clicks of users', async () => {
    const startedMs = systemClock.monotonicMs();
    for (let click = 0; click < CLICKS; click++) await environment.click(USERS, `cmp-${click}`);
    const seconds = (systemClock.monotonicMs() - startedMs) / 1_000;
    const events = CLICKS * USERS.length;
    return { why: `${events} clicks of ${USERS.length} users, ${Math.round(events / seconds)} per second.` };
  });
  let before = 0;
  await steps.perform('fault', 'Kill the full pass with SIGKILL', async () => {
    const args = ['--run-id', 'first', '--page-rows', PAGE_ROWS, '--threads', '1'];
    const pass = environment.startPipeline('run', args, { [TASTE_PAUSE]: SLOW_MS });
    await untilTrue(async () => (await environment.usersWith(1)) >= KILLED_AT);
    pass.kill('SIGKILL');
    await pass.ended;
    const cells = await environment.usersWith(1);
    before = cells;
    const written = `${cells} of ${USERS.length} users have cells of generation 1, and no reader sees one.`;
    return { ok: cells < USERS.length && (await environment.read(USER)).clicks.length === 0, why: written };
  });
  await steps.perform('check', 'Run the same pass again', async () => {
    const pass = environment.startPipeline('run', ['--run-id', 'first', '--json', '--threads', '1']);
    const processed = Number(SUMMARY.exec(await pass.ended)?.[1]);
    const cells = await environment.usersWith(1);
    return {
      ok: cells === USERS.length && processed === USERS.length,
      why: `The run has processed ${processed} users in both processes. ${cells} have cells of generation 1, ${cells - before} more.`,
    };
  });
  await steps.perform('check', 'Publish generation 1', () => publish(environment, 1));
}

async function secondPass({ environment, steps, reporter }: Tour): Promise<void> {
  reporter.chapter(
    'Another generation, under load',
    'Users click once more, and a second pass writes generation 2 while readers read generation 1 without a break. The publication ' +
      'changes one pointer: each answer is of one generation, as a whole.',
  );
  const readers = new TasteReaders(environment, USERS);
  await steps.perform('check', 'Run a second pass while objects are read', async () => {
    await environment.click(USERS, 'cmp-new');
    const pass = environment.startPipeline('run', ['--run-id', 'second', '--json', '--threads', '1']);
    const processed = Number(SUMMARY.exec(await pass.ended)?.[1]);
    const { generation, clicks } = await environment.read(USER);
    return {
      ok: generation === 1 && clicks[0] === CLICKS && processed === USERS.length,
      why: `${processed} users are processed. A reader still sees generation 1: ${clicks[0]} clicks.`,
    };
  });
  await steps.perform('check', 'Publish generation 2', () => publish(environment, 2));
  await steps.perform('check', 'Stop the readers', async () => verdictOf(await readers.stop()));
  await steps.perform('check', 'Read generation 1 by its number', async () => {
    const seen = await environment.read(USER, { generation: 1 });
    return {
      ok: isOf(seen, 1, CLICKS),
      why: `The answer has ${seen.clicks[0]} clicks. Others go on reading generation 2.`,
    };
  });
  await steps.perform('check', 'Roll back to generation 1', async () => {
    const { token } = await environment.manage.rollback(environment.dataType);
    const seen = await readWith(environment, token);
    return {
      ok: isOf(seen, 1, CLICKS),
      why: `A read with the token of the command sees ${seen.clicks[0]} clicks.`,
    };
  });
  await steps.perform('check', 'Publish generation 2 again', async () => {
    const { token } = await environment.manage.rollback(environment.dataType, 2);
    const seen = await readWith(environment, token);
    return { ok: isOf(seen, 2, CLICKS + 1), why: `A read with the token sees ${seen.clicks[0]} clicks.` };
  });
}

async function follow({ environment, steps, reporter }: Tour): Promise<void> {
  reporter.chapter(
    'Follow the users',
    'A worker reads the change stream, and processes each user soon after an action. It writes the published generation, and ' +
      'the one that is built, if there is one.',
  );
  const worker = environment.startPipeline('follow', ['--json', '--threads', '1']);
  await worker.untilLine((line) => /"ownPartitions":[1-9]/.test(line));
  let clicks = CLICKS + 1;
  await steps.perform('check', 'From an action to the changed object', async () => {
    const latencies: number[] = [];
    for (let action = 0; action < FOLLOWED; action++) latencies.push(await changeMs(environment, ++clicks));
    latencies.sort((a, b) => a - b);
    const median = latencies[Math.floor(FOLLOWED / 2)]!;
    const why = `${FOLLOWED} actions: ${secondsText(median)} in the median, ${secondsText(latencies.at(-1)!)} at most.`;
    return { why };
  });
  await steps.perform('fault', 'Kill the worker, and start another one', async () => {
    worker.kill('SIGKILL');
    await worker.ended;
    const changed = changeMs(environment, ++clicks);
    environment.startPipeline('follow', ['--json', '--threads', '1']);
    const ms = await changed;
    return {
      why: `The action after the death is processed ${secondsText(ms)} later: the start of a process, and the rest of a lease of 2 s.`,
    };
  });
  await steps.perform('check', 'Look at the lag', async () => {
    const startedMs = systemClock.nowMs();
    await untilTrue(async () => ((await environment.followed())?.processedUpToMs ?? 0) >= startedMs);
    const { processedUpToMs = 0, partitions = 0 } = (await environment.followed()) ?? {};
    const lagMs = systemClock.nowMs() - processedUpToMs;
    const waited = systemClock.nowMs() - startedMs;
    return {
      why:
        `All changes up to ${secondsText(lagMs)} ago are processed, in ${partitions} partition. What was written before this step was ` +
        `known to be processed after ${secondsText(waited)}.`,
    };
  });
}

async function publish(environment: PipelinesEnvironment, generation: number): Promise<PerformedStep> {
  const startedMs = systemClock.monotonicMs();
  const { token } = await environment.manage.publish(environment.dataType, generation);
  const publishedMs = systemClock.monotonicMs();
  await untilTrue(async () => (await environment.read(USER)).generation === generation);
  const seenMs = systemClock.monotonicMs();
  const seen = await readWith(environment, token);
  return {
    ok: seen.generation === generation,
    why:
      `The publication took ${Math.round(publishedMs - startedMs)} ms. A reader without the token saw it ` +
      `${Math.round(seenMs - publishedMs)} ms later; one with the token sees it at once.`,
  };
}

function verdictOf({
  reads,
  mixtures,
  missing,
  backwards,
  failures,
  latencies,
}: ReaderFigures): PerformedStep {
  const [failure] = failures;
  const isGood = mixtures + missing + backwards + failures.length === 0;
  const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0;
  return {
    ok: isGood && reads > 0,
    why:
      `${reads} reads, p99 ${p99.toFixed(1)} ms: ${mixtures} of two generations, ${missing} without an object, ${backwards} of ` +
      `generation 1 after 2, ${failures.length} failed${failure === undefined ? '' : ` (${failure})`}.`,
  };
}

/** Writes an action, and returns after which time its user's object has this number of clicks, in milliseconds. */
async function changeMs(environment: PipelinesEnvironment, clicks: number): Promise<number> {
  const startedMs = systemClock.monotonicMs();
  await environment.click([USER], `cmp-follow-${clicks}`);
  await untilTrue(async () => (await environment.read(USER)).clicks[0] === clicks);
  return systemClock.monotonicMs() - startedMs;
}

const readWith = (environment: PipelinesEnvironment, token: WriteToken): Promise<SeenTaste> =>
  environment.read(USER, { consistency: { ...EVENTUAL, token } });

const isOf = (seen: SeenTaste, generation: number, clicks: number): boolean =>
  seen.generation === generation && seen.clicks.length > 0 && seen.clicks.every((each) => each === clicks);

const secondsText = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

/** Looks until the test holds. Throws after a minute. */
async function untilTrue(test: () => Promise<boolean>): Promise<void> {
  const endMs = systemClock.monotonicMs() + WAIT_MAX_MS;
  while (!(await test())) {
    if (systemClock.monotonicMs() > endMs) throw new Error('the tour waited for a minute in vain');
    await sleep(systemClock, POLL_MS);
  }
}
