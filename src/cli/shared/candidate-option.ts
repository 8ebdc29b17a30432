import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { splitAtFirst } from '../features/flags';

/** What is known of a candidate: ids by dimension. */
export type CandidateIds = Readonly<Record<string, string>>;

export function withCandidateOption(command: Command): Command {
  return command.requiredOption(
    '--candidate <dimension=id,…>',
    'what is known of one; repeatable',
    appendCandidate,
  );
}

function appendCandidate(text: string, list: readonly CandidateIds[] = []): readonly CandidateIds[] {
  const entries = text.split(',').map((part) => splitAtFirst(part, '='));
  if (entries.some(([, id]) => id === undefined)) {
    throw new InvalidArgumentError('Write dimension=id, as in adId=1,campaignId=7.');
  }
  return [...list, Object.fromEntries(entries) as CandidateIds];
}
