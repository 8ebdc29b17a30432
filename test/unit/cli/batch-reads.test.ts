import { join } from 'node:path';
import { openBatchReads } from '../../../src/cli/shared/connection';
import { loadConfig } from '../../../src/config/index';

const TOPOLOGIES = join(__dirname, '../../../infra/examples/topologies');

describe('A batch job that only reads', () => {
  it.each([
    ['three-continents', 'batch'],
    ['two-clusters', 'serving'],
  ])(
    'uses batch clusters if the topology has any: with %s.json it uses %s clusters',
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
