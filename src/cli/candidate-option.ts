import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { splitAt } from './feature-flags';

/** What is known of a candidate: ids by dimension. */
export type Candidate = Readonly<Record<string, string>>;

export function withCandidates(command: Command): Command {
  return command.requiredOption(
    '--candidate <dimension=id,…>',
    'what is known of one; repeatable',
    addCandidate,
  );
}

function addCandidate(text: string, list: readonly Candidate[] = []): readonly Candidate[] {
  const entries = text.split(',').map((part) => splitAt(part, '='));
  if (entries.some(([, id]) => id === undefined)) {
    throw new InvalidArgumentError('Write dimension=id, as in adId=1,campaignId=7.');
  }
  return [...list, Object.fromEntries(entries) as Candidate];
}
