import { describeBenchmark } from './smoke';

describeBenchmark('follow', { figures: ['follow_p50_ms', 'follow_p99_ms'], targets: 2 });
