import { describeBenchmark } from './smoke';

describeBenchmark('counts', {
  figures: [
    'light, tidemark: requests/s',
    'light, Express + veneer: requests/s',
    'light, ReadRows alone: requests/s',
    'typical, tidemark: requests/s',
    'typical, Express + veneer: requests/s',
    'typical, ReadRows alone: requests/s',
    'typical, bare node:http and http2: CPU µs/request',
    'typical, tidemark: CPU by the floor',
    'unpacked, tidemark: requests/s',
    'unpacked, Express + veneer: requests/s',
    'unpacked, ReadRows alone: requests/s',
    'heavy, tidemark: requests/s',
    'heavy, Express + veneer: requests/s',
    'heavy, ReadRows alone: requests/s',
    'at half load: requests/s offered',
    'at half load: requests/s answered',
    'at half load: p99 ms',
    'at half load: p99.9 ms',
    'at half load: shed',
    'at half load: full collections/min',
    'typical, tidemark: CPU by a count without watermarks',
    'typical, 2 workers: requests/s',
  ],
  exactly: {
    'unpacked: blocks': 0,
    'unpacked: single cells': 1_000,
    'typical, tidemark at half load: unanswered': 0,
  },
  targets: 9,
});
