import type { Client, Consistency } from '../../../client';
import { isTidemarkError } from '../../../client';
import type { Evidence } from '../../../client/types';
import type { AnySchema } from '../../data/client';

export interface Level {
  readonly key: string;
  readonly title: string;
  readonly promise: string;
  readonly consistency: Consistency;
  /** Whether the read sends the token of the last write here. */
  readonly usesToken: boolean;
}

/** Staleness that the bounded read allows, in milliseconds. */
const STALENESS_MAX_MS = 60_000;

/** The levels that are compared, the cheapest first. */
export const LEVELS: readonly Level[] = [
  {
    key: 'eventual',
    title: 'Eventual',
    promise: 'What the nearest replica has',
    consistency: 'eventual',
    usesToken: false,
  },
  {
    key: 'bounded',
    title: 'Bounded',
    promise: 'All writes older than a minute',
    consistency: { level: 'bounded', maxStalenessMs: STALENESS_MAX_MS },
    usesToken: false,
  },
  {
    key: 'session',
    title: 'Session token',
    promise: 'All writes of this session',
    consistency: 'at-least-as-fresh',
    usesToken: true,
  },
  {
    key: 'strict',
    title: 'Strict',
    promise: 'Every acknowledged write',
    consistency: 'strict',
    usesToken: false,
  },
];

/** Result of one read: its evidence, or why it failed. */
export interface LevelRead {
  readonly durationMs: number;
  readonly evidence?: Evidence | undefined;
  /** Version of the newest cell, in milliseconds since the Unix epoch. Absent if there is none. */
  readonly versionMs?: number | undefined;
  readonly error?: unknown;
  /** Whether the read was not sent, for lack of a token. */
  readonly isSkipped?: boolean | undefined;
}

interface ReadTarget {
  readonly userId: string;
  readonly token: string | undefined;
}

/** Reads the profile of a user at one level. Never rejects. */
export async function readAt(
  client: Client<AnySchema>,
  { consistency, usesToken }: Level,
  { userId, token }: ReadTarget,
): Promise<LevelRead> {
  if (usesToken && token === undefined) return { durationMs: 0, isSkipped: true };
  const startedMs = performance.now();
  const options = { consistency, token: usesToken ? token : undefined, attemptsMax: 1 };
  const took = (): number => performance.now() - startedMs;
  try {
    const object = { corpus: 'users', id: userId, select: [{ dataType: 'profile' }] };
    const { cells, consistency: evidence } = await client.objects.get(object, options);
    const versions = cells.map((cell) =>
      Number((cell as { readonly timestampMs?: number }).timestampMs ?? 0),
    );
    return {
      durationMs: took(),
      evidence,
      versionMs: versions.reduce((max, each) => Math.max(max, each), 0),
    };
  } catch (error) {
    const durationMs = took();
    if (!isTidemarkError(error, 'object_not_found')) return { durationMs, error };
    // An answer about absent data has evidence, too.
    const { consistency: evidence } = error.problem as { readonly consistency?: Evidence };
    return { durationMs, evidence };
  }
}
