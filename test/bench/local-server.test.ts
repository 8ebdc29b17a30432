import { describeBenchmark } from './smoke';

describeBenchmark('local-server', {
  figures: [
    'bulk load, rows of 1 cell, durable',
    'read 20 KB, all rows, in memory',
    'scan, rows of 100 cells',
    'write 100 rows of 1 cell, durable',
    'write 100 rows of 1 cell, floor',
    'read 1 cell, all rows, floor',
    'start: seconds',
    'open 2000 rows',
    '20 clusters x 200 rows',
  ],
  targets: 3,
});
