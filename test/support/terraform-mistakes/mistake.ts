import type { Mistake } from '../terraform';

/** A mistake in terraform/ and the checks that must detect it. */
export type MistakeRow = readonly [
  what: string,
  /** Names of all contracts that it violates, or the message of the command that fails. */
  noticedBy: string,
  file: Mistake['file'],
  find: Mistake['find'],
  instead: Mistake['instead'],
  environment?: 'dev' | 'prod',
  /** Mistakes of a group are planned together and apart from all others, because they hide other mistakes. */
  group?: MistakeGroup,
];

type MistakeGroup = 'masking' | 'placements' | 'topology' | 'without a batch cluster';

/** A row with names, for `it.each`. */
export interface NamedMistake {
  readonly what: string;
  readonly noticedBy: string;
  readonly environment: 'dev' | 'prod';
  readonly group: MistakeGroup | undefined;
  readonly mistake: Mistake;
}

export function mistakesOf(...rows: readonly MistakeRow[]): NamedMistake[] {
  return rows.map(([what, noticedBy, file, find, instead, environment = 'dev', group]) => ({
    what,
    noticedBy,
    environment,
    group,
    mistake: { file, find, instead },
  }));
}

export const contractsOf = ({ noticedBy }: NamedMistake): readonly string[] => noticedBy.split(' ');

/** Mistakes in one copy of an environment: a plan takes a second, and there are many of them. */
export interface Batch {
  readonly environment: 'dev' | 'prod';
  readonly mistakes: NamedMistake[];
}

/** No two of a batch break the same contract, so it is seen which of them was noticed. */
export function batchesOf(mistakes: readonly NamedMistake[]): readonly Batch[] {
  const batches: Batch[] = [];
  for (const mistake of mistakes) {
    const { environment } = mistake;
    const batch = batches.find((each) => each.environment === environment && !overlaps(each, mistake));
    if (batch) batch.mistakes.push(mistake);
    else batches.push({ environment, mistakes: [mistake] });
  }
  return batches;
}

function overlaps({ mistakes }: Batch, mistake: NamedMistake): boolean {
  if (mistakes.some(({ group }) => group !== mistake.group)) return true;
  const broken = new Set(mistakes.flatMap(contractsOf));
  return contractsOf(mistake).some((contract) => broken.has(contract));
}
