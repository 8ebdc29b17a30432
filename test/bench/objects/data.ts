/** Profiles of four sizes: the sample schema's message with nested and repeated fields. */
import { seededRandom } from '../../../src/platform/random';
import { tidemark } from '../../gen/tidemark';

export const { Profile } = tidemark.v1;

const SIZES = { '1 KB': 1_000, '20 KB': 20_000, '200 KB': 200_000, '1 MB': 1_000_000 } as const;
export type Size = keyof typeof SIZES;
export const SIZE_NAMES = Object.keys(SIZES) as readonly Size[];

export const CORPUS = 'users';
export const DATA_TYPE = 'profile';
export const SUB_TYPE = 'main';

/** An object with the bytes that are stored. */
export interface BenchObject {
  readonly id: string;
  readonly bytes: Buffer;
}

const TOPICS = ['sports', 'cycling', 'home & garden', 'recipes/vegetarian', 'Reisen in Österreich', 'music'];
/** Bytes of the fields besides the interests. */
const OTHER_BYTES = 20;
/** Smallest size of an interest: the message's tag and length, topic and score. */
const INTEREST_BYTES_MIN = 2 + 2 + 9;

const made = new Map<Size, readonly BenchObject[]>();

/** Returns objects whose values have almost the size, each different from the others. They are made once per process. */
export function objectsOf(size: Size, count: number): readonly BenchObject[] {
  const before = made.get(size);
  if (before?.length === count) return before;
  const objects = Array.from({ length: count }, (_, i) => {
    const id = `${size.replace(' ', '').toLowerCase()}-${i}`;
    return { id, bytes: profileOf(SIZES[size], i) };
  });
  made.set(size, objects);
  return objects;
}

function profileOf(bytes: number, seed: number): Buffer {
  const random = seededRandom(seed + 1);
  const interests: tidemark.v1.Profile.IInterest[] = [];
  for (let left = bytes - OTHER_BYTES; left >= INTEREST_BYTES_MIN;) {
    const topic = `${TOPICS[Math.floor(random() * TOPICS.length)]!} ${Math.floor(random() * 10_000)}`;
    interests.push({ topic, score: random() });
    left -= INTEREST_BYTES_MIN + Buffer.byteLength(topic);
  }
  interests.pop();
  const profile = { locale: 'de-CH', interests, updatedAtMs: 1_760_000_000_000 + seed };
  return Buffer.from(Profile.encode(profile).finish());
}
