import { describeBenchmark } from './smoke';

const SINGLE = ['1 KB', '20 KB', '200 KB', '1 MB'].flatMap((size) => [`${size}, JSON`, `${size}, protobuf`]);
const BATCHES = ['1 KB', '20 KB', '200 KB'].map((size) => `batch of ${size}, JSON`);
const CASES = [...SINGLE, ...BATCHES];

describeBenchmark('objects', {
  figures: CASES.flatMap((name) => [
    `${name}: requests/s`,
    `${name}: CPU µs/request`,
    `${name}: ReadRows alone`,
    `${name}: JSON alone`,
    `${name}: p99 ms`,
    `${name}: p99.9 ms`,
    `${name}: × bare server`,
    `${name}: bare server: p99 ms`,
  ]),
  exactly: Object.fromEntries(CASES.map((name) => [`${name}: unanswered`, 0])),
  targets: 2 * SINGLE.length + BATCHES.length,
});
