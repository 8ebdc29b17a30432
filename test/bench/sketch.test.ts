import { describeBenchmark } from './smoke';

describeBenchmark('sketch', {
  figures: [
    'adds, tidemark',
    'error at 10000',
    'error at 100000',
    '6000 events, 250/s: bytes/event',
    '1000 events a day, 10 processes',
    'campaigns, views: ms',
    'campaigns, views, clicks and users: ms',
  ],
  exactly: { '1000 events, 250/s: writes per campaign and flush': 1 },
  targets: 2,
});
