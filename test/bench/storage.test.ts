import { describeBenchmark } from './smoke';

describeBenchmark('storage', {
  figures: ['classic-level load ms', 'lmdb load ms', 'append-only log load ms'],
  targets: 0,
});
