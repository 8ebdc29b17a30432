import type { NamedMistake } from './mistake';

/**
 * Returns the error that each mistake is refused by, without those that are not refused. A command of Terraform takes a second
 * and there are many mistakes, so they are made together; some errors keep Terraform from finding others, so mistakes that were
 * not noticed are made again without those that were. If none is noticed, one is made alone.
 */
export async function refusalsOf(
  mistakes: readonly NamedMistake[],
  errorsOf: (mistakes: readonly NamedMistake[]) => Promise<readonly string[]>,
): Promise<ReadonlyMap<NamedMistake, string>> {
  const refused = new Map<NamedMistake, string>();
  let left: readonly NamedMistake[] = mistakes;
  let isStuck = false;
  while (left.length > 0) {
    const batch: readonly NamedMistake[] = isStuck ? left.slice(0, 1) : batchOf(left);
    const errors = await errorsOf(batch);
    const found = batch.flatMap((mistake) => {
      const error = errorOf(mistake, batch, errors);
      return error === undefined ? [] : [[mistake, error] as const];
    });
    for (const [mistake, error] of found) refused.set(mistake, error);
    isStuck = found.length === 0 && batch.length > 1;
    const isDone = (mistake: NamedMistake): boolean =>
      refused.has(mistake) || (batch.length === 1 && mistake === batch[0]);
    left = left.filter((mistake) => !isDone(mistake));
  }
  return refused;
}

/** The first mistake, and all others of its environment that can be made in the same copy. */
function batchOf([first, ...others]: readonly NamedMistake[]): readonly NamedMistake[] {
  const batch = [first!];
  for (const mistake of others) if (batch.every((each) => fits(each, mistake))) batch.push(mistake);
  return batch;
}

function fits(one: NamedMistake, other: NamedMistake): boolean {
  if (one.environment !== other.environment || one.group !== other.group) return false;
  if (one.mistake.file !== other.mistake.file) return true;
  const [some, others] = [one, other].map(({ mistake }) => textOf(mistake.find).trim()) as [string, string];
  return !some.includes(others) && !others.includes(some);
}

const textOf = (find: string | RegExp): string => (typeof find === 'string' ? find : find.source);

/** Returns the error of a mistake: one that no other mistake of the batch is refused by. */
function errorOf(
  { noticedBy, ...mistake }: NamedMistake,
  batch: readonly NamedMistake[],
  errors: readonly string[],
): string | undefined {
  const isBy = (pattern: string, error: string): boolean => new RegExp(pattern).test(error);
  if (batch.length === 1) return isBy(noticedBy, errors.join('\n')) ? errors[0] : undefined;
  const others = batch.filter(({ what }) => what !== mistake.what);
  return errors.find(
    (error) => isBy(noticedBy, error) && !others.some((other) => isBy(other.noticedBy, error)),
  );
}
