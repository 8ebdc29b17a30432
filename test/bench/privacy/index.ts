import type { Benchmark } from '../harness';
import { measureConsent } from './consent';

export const benchmark: Benchmark = {
  name: 'privacy',
  description: 'eventual reads with enforced consent, beside reads without',
  run: measureConsent,
};
