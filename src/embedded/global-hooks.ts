import { invalidArgument } from '../errors';
import type { TestHooks } from './test-bigtable';

/** Returns the hooks of Jest, or of Vitest with `globals: true`. */
export function globalHooks(): TestHooks {
  const { beforeAll, afterEach, afterAll } = globalThis as Partial<TestHooks>;
  if (beforeAll !== undefined && afterEach !== undefined && afterAll !== undefined)
    return { beforeAll, afterEach, afterAll };
  const remedy = "with Vitest, `import * as hooks from 'vitest'` and pass them";
  throw invalidArgument('hooks', `there are no global beforeAll, afterEach and afterAll: ${remedy}`);
}
