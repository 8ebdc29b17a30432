import { join } from 'node:path';
import { openBatchReads } from '../../../src/cli/shared/connection';
import { loadConfig } from '../../../src/config/index';

const TOPOLOGIES = join(__dirname, '../../../infra/examples/topologies');

describe('A command that reads whole tables', () => {
  it.each([
    ['three-continents', 'batch'],
    ['two-clusters', 'serving'],
  ])(
    'goes by the clusters for batch work where there are any: in %s by those for %s',
    async (name, workload) => {
      const config = loadConfig({
        BIGTABLE_EMULATOR_HOST: '127.0.0.1:1',
        TIDEMARK_TOPOLOGY: join(TOPOLOGIES, `${name}.json`),
      });
      const connection = openBatchReads(config, 'campaign_action');
      await connection.store.close();
      expect(connection.workload).toBe(workload);
    },
  );
});
