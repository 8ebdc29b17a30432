import { googlePubSubSkipReason } from '../support/google-pubsub';
import { describeBenchmark } from './smoke';

describeBenchmark('ingest', {
  figures: [
    'tidemark_per_second',
    'tidemark_batches_per_second',
    'pull_per_second',
    'mutate_per_second',
    'history_1x',
    'history_10x',
    'history_100x',
  ],
  targets: 3,
  skipReason: googlePubSubSkipReason(),
});
