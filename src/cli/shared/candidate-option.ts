import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { splitAtFirst } from '../features/flags';

/** Ids of a candidate, by dimension. */
export type CandidateIds = Readonly<Record<string, string>>;

/** Adds the required option `--candidate`. */
export function withCandidateOption(command: Command): Command {
  return command.requiredOption(
    '--candidate <dimension=id,…>',
    'ids of a candidate, as in adId=1,campaignId=7; repeatable',
    appendCandidate,
  );
}

function appendCandidate(text: string, list: readonly CandidateIds[] = []): readonly CandidateIds[] {
  const entries = text.split(',').map((part) => splitAtFirst(part, '='));
  if (entries.some(([, id]) => id === undefined)) {
    throw new InvalidArgumentError('Must be dimension=id, as in adId=1,campaignId=7.');
  }
  return [...list, Object.fromEntries(entries) as CandidateIds];
}
