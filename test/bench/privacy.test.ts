import { describeBenchmark } from './smoke';

describeBenchmark('privacy', {
  figures: [
    'count_enforce_cpu_us',
    'object_enforce_cpu_us',
    'count_enforce_over_off',
    'object_off_over_none',
    'erase_small_certified_per_s',
    'erase_large_over_small',
  ],
  targets: 3,
});
