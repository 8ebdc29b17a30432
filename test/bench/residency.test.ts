import { describeBenchmark } from './smoke';

describeBenchmark('residency', {
  figures: [
    'warm_plain_cpu_us',
    'warm_placed_cpu_us',
    'cold_placed_cpu_us',
    'cache_bytes_per_location',
    'moving_p99_ms',
    'moved_users_per_s',
  ],
  targets: 4,
});
