import type { Dice } from '../consistency/dice';

/**
 * Subject of a run. Those with a sleeper have few other troubles, since their moves must end. Each run leaves out some
 * troubles, so that others are reached (Groce et al., "Swarm testing", ISSTA 2012).
 */
export type Plot = 'any' | 'sleeping processes' | 'sleeping movers';

const WEIGHTS: Readonly<Record<Plot, number>> = { any: 10, 'sleeping processes': 6, 'sleeping movers': 4 };
const LEASES_MS = [400, 900, 3_000];
/** Lease of runs in which a mover sleeps through a move and its return: both must end within the run. Milliseconds. */
const SHORT_LEASE_MS = 400;

/** Whether clusters and links have faults: a mover whose sleep must outlast two moves has enough to do. */
export const hasFaults = (plot: Plot): boolean => plot !== 'sleeping movers';

export const plotOf = (dice: Dice): Plot => dice.weighted(WEIGHTS);

/** Returns the lease of the run's processes, in milliseconds. */
export const leaseMsOf = (plot: Plot, dice: Dice): number =>
  plot === 'sleeping movers' ? SHORT_LEASE_MS : dice.pick(LEASES_MS);
