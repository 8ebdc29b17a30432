/** Stores that are compared: without rules of privacy, with the policy `off`, and with `enforce`. */
export const CONTESTANTS = ['none', 'off', 'enforce'] as const;
export type Contestant = (typeof CONTESTANTS)[number];
