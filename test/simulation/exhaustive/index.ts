import type { Flags, SimulationRun } from '../harness';
import { withFingerprint } from '../harness';
import { explore } from './explore';
import { type Guards, SCENARIOS } from './scope';

/** Attempts that are given up in one history. Each may still be committed, at any later time. */
const GIVEN_UP_MAX = 1;

/** Numbers of the scenarios, which take the place of seeds: together they are everything that can happen. */
export const SCENARIO_NUMBERS: readonly number[] = SCENARIOS.map((_, number) => number);

/** Goes through everything that can happen in one scenario. Throws for a number that is no scenario's. */
export function exploreScenario(number: number, flags: Flags): SimulationRun {
  const scenario = SCENARIOS[number];
  if (scenario === undefined) throw new Error(`there are the scenarios 0 to ${SCENARIOS.length - 1}`);
  const guards: Guards = {
    markers: flags['without-markers'] === undefined,
    commitWait: flags['without-commit-wait'] === undefined,
    chains: flags['without-chain'] === undefined,
    announcements: flags['without-announcements'] === undefined,
  };
  const { storeStates, readStates, answers, violation } = explore(scenario, {
    guards,
    givenUpMax: GIVEN_UP_MAX,
  });
  return withFingerprint({
    counts: {
      'states of the store': storeStates,
      'states of reads': readStates,
      'reads checked': answers,
    },
    violations: violation === undefined ? [] : [violation],
  });
}
