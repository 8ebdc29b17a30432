import { InvalidArgumentError, Option } from 'commander';
import { SHARD_COUNT, type WorkerShare } from '../../operations/compaction/key-sections';

/** `3/8`: the third of eight shares of the rows. */
function workerShare(text: string): WorkerShare {
  const [, index, count] = /^(\d{1,3})\/(\d{1,3})$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || count === undefined || index < 1 || index > count || count > SHARD_COUNT) {
    throw new InvalidArgumentError(`One of 1/n to n/n, with n up to ${SHARD_COUNT}.`);
  }
  return { index: index - 1, count };
}

/** All of it, if nothing is said. */
export function workerOption(description: string): Option {
  return new Option('--worker <i/n>', description)
    .argParser(workerShare)
    .default({ index: 0, count: 1 } satisfies WorkerShare, '1/1');
}
