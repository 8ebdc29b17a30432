import type { ObjectValue } from '../values';
import type { Problem } from '../validate';

export type Rule = (config: ObjectValue) => Problem[];

/** Rules of a resource type that a schema can't say, as Google's provider and APIs document them. */
export const RULES: Readonly<Record<string, Rule>> = {};
