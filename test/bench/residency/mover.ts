/** Moves users as fast as it can, in a process of its own. */
import '../../../src/platform/process/v8-flags';
import { openMover } from '../../../src/cli/residency/open-mover';
import { DEFAULTS } from '../../../src/config/defaults';
import { loadConfig } from '../../../src/config/index';
import { WAVE_SUBJECTS_MAX } from '../../../src/core/residency/feed-record';
import { rowKey } from '../../../src/core/rows/row-key';
import { moveSubjects } from '../../../src/operations/residency/move-subjects';
import { yieldToOthers } from '../../../src/platform/process/priority';
import { acquireAll } from '../../../src/platform/tasks/resources';
import { systemClock } from '../../../src/platform/time/clock';
import { RowRate } from '../../../src/routing/admission/row-rate';
import { answerMessages } from '../answer-messages';
import { userOf } from './data';

export interface MoveRequest {
  readonly to: 'us' | 'eu';
  /** Users to move: those from the first on. */
  readonly users: number;
}

export interface MoveFigures {
  readonly moved: number;
  readonly seconds: number;
  /** Cores that this process used, on average. */
  readonly cores: number;
}

const [topologyFile, endpoint] = process.argv.slice(2) as [string, string];

async function open() {
  yieldToOthers();
  const config = loadConfig({ BIGTABLE_EMULATOR_HOST: endpoint, TIDEMARK_TOPOLOGY: topologyFile });
  return acquireAll((resources) => {
    const connection = openMover(config, resources);
    connection.serving.start();
    return Promise.resolve(connection);
  });
}

const opened = open();

async function move({ to, users }: MoveRequest): Promise<MoveFigures> {
  const { mover, residency } = await opened;
  const { subjects } = residency;
  const group = subjects.groupOf('users')!;
  const startMs = performance.now();
  const cpu = process.cpuUsage();
  const result = await moveSubjects(
    {
      mover,
      checkServed: () => undefined,
      clock: systemClock,
      rate: new RowRate(0),
      limits: { ...DEFAULTS.moves, waveSubjectsMax: WAVE_SUBJECTS_MAX },
    },
    {
      group: group.name,
      to,
      reason: 'explicit',
      subjects: Array.from({ length: users }, (_, number) => subjects.of(group, rowKey(userOf(number)))!),
      dryRun: false,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    },
  );
  if (result.status !== 'complete')
    throw new Error(`the move has ${result.status}: ${result.error?.message}`);
  const seconds = (performance.now() - startMs) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { moved: result.tally.moved, seconds, cores: (user + system) / 1e6 / seconds };
}

answerMessages(
  move,
  opened.then(() => 'ready'),
);
