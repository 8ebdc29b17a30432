import { InvalidArgumentError, Option } from 'commander';
import { SHARD_COUNT, type WorkerShare } from '../../operations/compaction/key-sections';

/** `3/8` → the third of eight shares of the rows. */
function parseWorkerShare(text: string): WorkerShare {
  const [, index, count] = /^(\d{1,3})\/(\d{1,3})$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || count === undefined || index < 1 || index > count || count > SHARD_COUNT) {
    throw new InvalidArgumentError(`Must be one of 1/n to n/n, with n up to ${SHARD_COUNT}.`);
  }
  return { index: index - 1, count };
}

/** Returns the option `--worker`, whose default is the whole table. */
export function workerOption(description: string): Option {
  return new Option('--worker <i/n>', description)
    .argParser(parseWorkerShare)
    .default({ index: 0, count: 1 } satisfies WorkerShare, '1/1');
}

/** Returns the share as users write it, e.g. `3/8`. */
export function formatWorkerShare({ index, count }: WorkerShare): string {
  return `${index + 1}/${count}`;
}
