/** An error that somebody could make in terraform/, and who has to notice it. */
export type MistakeRow = readonly [
  what: string,
  /** A contract's name; or the command that fails, and what it says. */
  noticedBy: string,
  file: string,
  /** Must be there, or the mistake says nothing any more. Spaces stand for any number of them. */
  find: string | RegExp,
  instead: string,
  environment?: 'dev' | 'prod',
];
