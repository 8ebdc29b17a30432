import { describeBenchmark } from './smoke';

describeBenchmark('strict-read', {
  figures: [
    'routing decision of a read',
    'routing decision of a write',
    'CPU of an eventual read',
    'lookups per read, strict, 6 clusters',
    'answered by the nearest, strict, row+shard',
    'p99 ms, always the origin',
  ],
  targets: 12,
});
