import { createHash } from 'node:crypto';
import { seededRandom } from '../../../src/platform/random';
import type { Simulation, SimulationRun } from '../harness';
import { RandomChoices } from './random-choices';
import { History } from './history';

const STEPS = 150;

export const simulation: Simulation = {
  name: 'replication',
  description:
    'clusters converge, whatever links, clocks, disks and operators do (step by step, against a naive model)',
  about: `A seed is 150 steps: writes at several clusters, links that are changed and cut, clocks that are set, garbage that is
collected, a server that is killed and starts again from what is on its disk. After each step every cluster is held against a
model that plays all commits in their order.`,
  seeds: { usual: 200, quick: 40 },
  async run(seed: number): Promise<SimulationRun> {
    const history = new History(new RandomChoices(seededRandom(seed)));
    const end = await history.run(STEPS);
    return { counts: history.counts, fingerprint: createHash('sha256').update(end).digest('hex') };
  },
};
