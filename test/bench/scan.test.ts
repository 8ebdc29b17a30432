import { describeBenchmark } from './smoke';

describeBenchmark('scan', {
  figures: [
    'packedNsPerEvent',
    'cellsNsPerEvent',
    'plainDedupNsPerEvent',
    'bareNsPerEvent',
    'singleCellsUs',
    'typicalRowUs',
    'bytesPerEventOf40Ads',
  ],
  targets: 2,
});
