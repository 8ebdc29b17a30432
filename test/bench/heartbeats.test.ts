import { describeBenchmark } from './smoke';

describeBenchmark('heartbeats', {
  figures: ['row+shard', 'row: all shards', 'row, the default'],
  targets: 1,
});
