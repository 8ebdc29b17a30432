/** Entry `tidemark/testing` of the package: an embedded Bigtable for each test file, in Jest and Vitest. */
export { useLocalBigtable } from '../embedded/use-local-bigtable';
export type {
  FamilyOptions,
  SeedRows,
  TestBigtable,
  TestBigtableOptions,
  TestHooks,
  TestTables,
} from '../embedded/test-bigtable';
