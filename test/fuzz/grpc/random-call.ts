import type { Random } from '../../../src/platform/random';
import type { ApiMethod } from '../../support/bigtable-methods';
import { randomMessage } from '../random-messages';
import { chance, pick, weighted } from '../values/choose';
import { hostileText } from '../values/hostile-values';
import { mutateBytes, noise } from '../values/mutate-bytes';

/** Returns a message of the method's request type: valid, changed, joined with another one, or none. */
export function randomRequest({ requestType }: ApiMethod, random: Random): Buffer {
  const encode = (): Buffer => Buffer.from(requestType.encode(randomMessage(requestType, random)).finish());
  return weighted(random, [
    [50, encode],
    [30, () => mutateBytes(encode(), random)],
    [15, () => Buffer.concat([mutateBytes(encode(), random), encode()])],
    [5, () => noise(random)],
  ]);
}

const TIMEOUTS = ['x', '', '-1S', '99999999H', '0n', '1e3S', '000000000001S', '1m'];

/** Returns headers of a call: a deadline, because change streams are endless, and sometimes others. */
export function randomHeaders(random: Random): Record<string, string> {
  const deadline = { 'grpc-timeout': '200m' };
  if (chance(random, 0.95)) return deadline;
  const odd = pick(random, [
    { 'grpc-timeout': pick(random, TIMEOUTS) },
    { 'grpc-encoding': pick(random, ['gzip', 'identity', 'x', '']) },
    { 'grpc-accept-encoding': 'gzip' },
    { 'x-odd-bin': hostileText(random).replace(/[^\x20-\x7e]/g, '?') },
    { 'x-odd': hostileText(random).replace(/[^\x20-\x7e]/g, '?') },
    { 'x-goog-request-params': hostileText(random).replace(/[^\x20-\x7e]/g, '?') },
    { authorization: 'Bearer x' },
  ]);
  return { ...deadline, ...odd };
}
