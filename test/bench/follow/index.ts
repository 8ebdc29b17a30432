import type { Benchmark } from '../harness';
import { measureFollow } from './latency';

export const benchmark: Benchmark = {
  name: 'follow',
  description: "from a user's action to the changed profile, through a pipeline that follows changes",
  run: measureFollow,
};
