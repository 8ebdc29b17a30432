import { describeBenchmark } from './smoke';

describeBenchmark('cli', { figures: ['--help ms', 'count --help ms'], targets: 2 });
