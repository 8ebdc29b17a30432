/** Fills a cache of locations in a process of its own, and reports the memory that it takes. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SubjectKeys } from '../../../src/core/residency/subject-key';
import { LocationCache } from '../../../src/residency/location-cache';
import { answerMessages } from '../answer-messages';
import { userOf } from './data';

export interface MemoryFigures {
  readonly entries: number;
  readonly bytes: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** `locations`: number of locations that the cache may have. */
function measure({ locations }: { readonly locations: number }): MemoryFigures {
  const keys = new SubjectKeys(Buffer.alloc(32, 1));
  const cache = new LocationCache(locations);
  const before = heapBytes();
  // The last one would let the older half go.
  for (let number = 0; number < locations - 1; number++) {
    const placement = number % 2 === 0 ? 'us' : 'eu';
    const location = { epoch: 1, state: 'home', from: placement, to: placement } as const;
    cache.set(keys.of('users', userOf(number)), location);
  }
  const bytes = heapBytes() - before;
  return { entries: cache.size, bytes };
}

answerMessages(measure, Promise.resolve('ready'));
