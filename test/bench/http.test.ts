import { describeBenchmark } from './smoke';

describeBenchmark('http', {
  figures: [
    'whole request: requests/s',
    'HTTP layer: requests/s',
    'bare node:http: requests/s',
    'bare Express: requests/s',
    'ReadRows alone: requests/s',
  ],
  targets: 1,
});
