import { describeBenchmark } from './smoke';

describeBenchmark('shedding', {
  figures: ['shedding on: goodPerSecond', 'shedding off: goodPerSecond'],
  exactly: {
    'shedding on: unanswered': 0,
    'shedding off: unanswered': 0,
    'shedding off: shedPerSecond': 0,
  },
  targets: 3,
});
