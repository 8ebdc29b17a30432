import { loadConfig } from '../../src/config/index';
import { createLogger } from '../../src/platform/telemetry/logger';
import { openServingStore, type Store } from '../../src/store/open-store';
import { builtInSchema } from './built-in-schema';

/** The store as an app would open it, without a log. */
export function openTestStore(env: NodeJS.ProcessEnv): Store {
  const corpora = builtInSchema().corpora();
  const logger = createLogger({ level: 'silent', service: 'test' });
  return openServingStore({ config: loadConfig(env), corpora, logger });
}
