import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { Config } from '../../config/index';
import { GenerationPointers } from '../../operations/generations/served-generations';
import { systemRandom } from '../../platform/random';
import { createLogger } from '../../platform/telemetry/logger';
import { systemClock } from '../../platform/time/clock';
import type { Store } from '../../store/open-store';

interface CommandGenerationsDependencies {
  readonly store: Pick<Store, 'reader'>;
  readonly schema: Pick<SchemaRegistry, 'dataTypes'>;
  readonly config: Pick<Config, 'generations' | 'telemetry'>;
}

/** Returns the pointers for a command that reads a few objects: they are read when they are needed first. */
export function commandGenerations({
  store,
  schema,
  config,
}: CommandGenerationsDependencies): GenerationPointers {
  return new GenerationPointers({
    reader: store.reader,
    dataTypes: schema.dataTypes(),
    clock: systemClock,
    random: systemRandom,
    logger: createLogger({ level: 'silent', service: config.telemetry.serviceName }),
    limits: config.generations,
  });
}
