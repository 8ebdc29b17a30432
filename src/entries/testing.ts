/** Entry `tidemark/testing` of the package: a Tidemark or an embedded Bigtable for each test file, in Jest and Vitest. */
export { useTidemark } from '../embedded/use-tidemark';
export type { TestTidemark, TestTidemarkOptions } from '../embedded/test-tidemark';
export { useLocalBigtable } from '../embedded/use-local-bigtable';
export type {
  FamilyOptions,
  SeedRows,
  TestBigtable,
  TestBigtableOptions,
  TestHooks,
  TestTables,
} from '../embedded/test-bigtable';
