import { InvalidArgumentError } from 'commander';
import type { Random } from '../../src/platform/random';
import { KINDS, type RequestKind } from './requests';

/** Shares of the requests, which add up to 1. */
export type Mix = ReadonlyMap<RequestKind, number>;

/** `counts=80,events=15,objects=5` → shares; the numbers are weights and need not add up to anything. */
export function parseMix(text: string): Mix {
  const weights = text.split(',').map((part): [RequestKind, number] => {
    const [, name, weight] = /^([a-z]+)=(\d+(?:\.\d+)?)$/.exec(part.trim()) ?? [];
    const kind = KINDS.find((each) => each === name);
    if (kind === undefined) {
      throw new InvalidArgumentError(
        `Kinds and weights, as in counts=80,events=20; there are ${KINDS.join(', ')}.`,
      );
    }
    return [kind, Number(weight)];
  });
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  if (total === 0) throw new InvalidArgumentError('Something has to be asked for.');
  if (new Set(weights.map(([kind]) => kind)).size < weights.length) {
    throw new InvalidArgumentError('A kind is named twice.');
  }
  return new Map(weights.filter(([, weight]) => weight > 0).map(([kind, weight]) => [kind, weight / total]));
}

/** A kind at random, by its share. */
export function pickKind(mix: Mix, random: Random): RequestKind {
  let left = random();
  let kind: RequestKind = 'counts';
  for (const [each, share] of mix) {
    kind = each;
    left -= share;
    if (left < 0) break;
  }
  return kind;
}
