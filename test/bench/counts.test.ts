import { describeBenchmark } from './smoke';

describeBenchmark('counts', {
  figures: [
    'light, tidemark: requests/s',
    'light, Express + veneer: requests/s',
    'light, ReadRows alone: requests/s',
    'typical, tidemark: requests/s',
    'typical, Express + veneer: requests/s',
    'typical, ReadRows alone: requests/s',
    'heavy, tidemark: requests/s',
    'heavy, Express + veneer: requests/s',
    'heavy, ReadRows alone: requests/s',
    'at half load: p99 ms',
  ],
  exactly: { 'typical, at half load: unanswered': 0 },
  targets: 4,
});
