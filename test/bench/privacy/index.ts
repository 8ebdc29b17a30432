import type { Benchmark, BenchOptions, BenchResult } from '../harness';
import { measureConsent } from './consent';
import { measureErasure } from './erasure';

async function measure(options: BenchOptions): Promise<BenchResult> {
  const [consent, erasure] = [await measureConsent(options), await measureErasure(options)];
  return {
    figures: { ...consent.figures, ...erasure.figures },
    targets: [...consent.targets, ...erasure.targets],
    tables: [...consent.tables, ...erasure.tables],
  };
}

export const benchmark: Benchmark = {
  name: 'privacy',
  description:
    'eventual reads with enforced consent, beside reads without; erasures in small and large tables',
  run: measure,
};
