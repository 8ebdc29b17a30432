/**
 * Prints how many bytes of removed objects survive minor collections, in a list and in a Set: `{ "list": …, "set": … }`. It is a
 * process of its own, since it depends on V8's state and flags: --expose-gc --no-allocation-site-pretenuring.
 */
import { LinkedList } from '../../src/platform/memory/linked-list';

const OBJECTS = 20_000;
const PRESENT = 8;

const collect = gc!;

/** Adds objects and removes each a little later. */
function survivingBytes(add: (value: object) => () => unknown): number {
  collect();
  const removals: (() => unknown)[] = [];
  for (let i = 0; i < OBJECTS; i++) {
    removals.push(add({ values: new Array(200).fill(i) }));
    if (removals.length > PRESENT) removals.shift()!();
    if (i % 1_000 === 0) collect({ type: 'minor' });
  }
  for (let i = 0; i < 3; i++) collect({ type: 'minor' });
  const { heapUsed } = process.memoryUsage();
  collect();
  return heapUsed - process.memoryUsage().heapUsed;
}

const list = new LinkedList<object>();
const set = new Set<object>();
const bytes = {
  list: survivingBytes((value) => {
    const entry = list.add(value);
    return () => list.remove(entry);
  }),
  set: survivingBytes((value) => {
    set.add(value);
    return () => set.delete(value);
  }),
};
process.stdout.write(JSON.stringify(bytes));
