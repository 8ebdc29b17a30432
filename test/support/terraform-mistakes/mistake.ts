import type { Mistake } from '../terraform';

/** An error that somebody could make in terraform/, and who has to notice it. */
export type MistakeRow = readonly [
  what: string,
  /** A contract's name; or what the command says that fails. */
  noticedBy: string,
  file: Mistake['file'],
  find: Mistake['find'],
  instead: Mistake['instead'],
  environment?: 'dev' | 'prod',
];

/** For `it.each`, which names them by `$what`. */
export function mistakesOf(...rows: readonly MistakeRow[]) {
  return rows.map(([what, noticedBy, file, find, instead, environment = 'dev']) => ({
    ...{ what, noticedBy, environment },
    mistake: { file, find, instead },
  }));
}
