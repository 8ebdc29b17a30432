import { describeBenchmark } from './smoke';

describeBenchmark('pipeline', {
  figures: ['bareObjectsPerSecond', 'pipelineObjectsPerSecond', 'timeRatio', 'cpuRatio', 'rssMibLarge'],
  targets: 3,
});
