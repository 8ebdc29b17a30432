import { describeBenchmark } from './smoke';

describeBenchmark('console', {
  figures: ['without consoles: requests/s', '100 consoles: requests/s', 'bytes per minute and console'],
  targets: 1,
});
