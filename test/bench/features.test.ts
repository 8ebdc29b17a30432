import { describeBenchmark } from './smoke';

describeBenchmark('features', {
  figures: ['lightPackedMicros', 'typicalPackedMicros', 'heavyPackedMicros', 'heavyPlainToPacked'],
  targets: 0,
});
