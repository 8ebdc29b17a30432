import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { Logger } from '../../platform/telemetry/logger';
import type { Metrics } from '../../platform/telemetry/metrics';
import { systemRandom } from '../../platform/random';
import type { Clock } from '../../platform/time/clock';
import type { Reader } from '../../consistency/store';
import { observeGenerations } from './generation-metrics';
import { GenerationPointers, type ServedGenerationLimits } from './served-generations';

interface OpenPointersDependencies {
  readonly store: { readonly reader: Reader };
  readonly schema: Pick<SchemaRegistry, 'dataTypes'>;
  readonly config: { readonly generations: ServedGenerationLimits };
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Returns the pointers of all DataTypes with generations, with their metrics. The caller starts and stops them. */
export function openGenerationPointers(dependencies: OpenPointersDependencies): GenerationPointers {
  const { store, schema, config, clock, logger, metrics } = dependencies;
  const { onError, observe } = observeGenerations(metrics);
  const pointers = new GenerationPointers({
    reader: store.reader,
    dataTypes: schema.dataTypes(),
    clock,
    logger,
    random: systemRandom,
    limits: config.generations,
    onError,
  });
  observe(pointers);
  return pointers;
}
