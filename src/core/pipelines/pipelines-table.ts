/**
 * Table of what pipelines must know after a restart: runs, partitions that a pipeline follows, and generations. It is in
 * the default instance.
 */
export const PIPELINES_TABLE = 'pipelines';

/** Family of runs and their ranges. Nothing needs a run that ended long ago, so it is collected as garbage. */
export const RUN_FAMILY = '_run';

/** Age at which the cells of a run are garbage, in milliseconds. A run that is interrupted for longer starts over. */
export const RUN_MAX_AGE_MS = 30 * 86_400_000;

/** Family of followed partitions and of generations, which are kept. */
export const PIPELINE_FAMILY = '_pipe';
