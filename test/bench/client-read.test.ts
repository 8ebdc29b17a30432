import { describeBenchmark } from './smoke';

describeBenchmark('client-read', {
  figures: [
    'tidemark_1_qps',
    'tidemark_1x20KB_qps',
    'tidemark_100_qps',
    'tidemark_1000_qps',
    'veneer_1_qps',
    'veneer_1x20KB_qps',
    'veneer_100_qps',
    'veneer_1000_qps',
    'gax_1_qps',
    'gax_1x20KB_qps',
    'gax_100_qps',
    'gax_1000_qps',
    'floor_1_qps',
    'floor_1x20KB_qps',
    'floor_100_qps',
    'floor_1000_qps',
  ],
  targets: 5,
});
