import { AsyncResource } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import '../../../../src/platform/process/cheap-bind';

const CALLS = 1_000;
/** Size of what each bound function captures, in bytes. */
const CAPTURED_BYTES = 8 * 1_250;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;

/** Returns the size of the heap that minor collections have not freed, in bytes. */
function keptBytes(task: () => void): number {
  collect();
  const { heapUsed } = process.memoryUsage();
  for (let i = 1; i <= CALLS; i++) {
    task();
    if (i % 100 === 0) collect({ type: 'minor' });
  }
  for (let i = 0; i < 3; i++) collect({ type: 'minor' });
  return process.memoryUsage().heapUsed - heapUsed;
}

it('minor collections free what bound functions capture', () => {
  const kept = keptBytes(() => {
    const captured = new Array<number>(CAPTURED_BYTES / 8).fill(1);
    new AsyncResource('Test').bind(() => captured)();
  });
  expect(kept / (CALLS * CAPTURED_BYTES)).toBeLessThan(0.5);
});
