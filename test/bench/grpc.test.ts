import { describeBenchmark } from './smoke';

describeBenchmark('grpc', {
  figures: [
    'count, gRPC / JSON',
    'caps, 10 candidates × 3 rules, gRPC / JSON',
    'object of 1 KB, gRPC / JSON',
    'object of 20 KB, gRPC / JSON',
    'counts of 100 users, gRPC / JSON',
    '100 objects of 1 KB, gRPC / JSON',
    'count, protobuf / JSON',
  ],
  targets: 1,
});
