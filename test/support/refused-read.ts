import type { Answer } from './http-server';

type Refusal = Pick<Answer, 'status' | 'json'>;

/** A read waits for its own deadline: on a machine that is always busy, this many reads take half a minute. */
const ATTEMPTS_MAX = 15;

/**
 * Codes of a read that could not be proven. A busy machine can end the request before the read itself reports that it has no
 * proof: both refuse the read, and neither returns data.
 */
export const UNPROVEN: unknown = expect.stringMatching(/^(consistency_unmet|deadline_exceeded)$/);

/**
 * Repeats a read that cannot be proven until the answer names the missing proof, and returns that answer. Every answer must be
 * a refusal.
 */
export async function refusedRead<T extends Refusal>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const answer = await read();
    expect([answer.status, answer.json['code']]).toEqual([503, UNPROVEN]);
    if (answer.json['code'] === 'consistency_unmet' || attempt === ATTEMPTS_MAX) return answer;
  }
}
