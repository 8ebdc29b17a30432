import { describeBenchmark } from './smoke';

describeBenchmark('compact', {
  figures: [
    'jobEventsPerSecond',
    'jobBytesPerEvent',
    'jobIdleRowsPerSecond',
    'typical weekBytes',
    'heavy query cells before',
    'heavy query cells after',
  ],
  targets: 1,
});
