const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { useLocalBigtable } = require('tidemark/testing');
const { UserNames } = require('./user-names.js');

const local = useLocalBigtable({
  topology: join(__dirname, 'two-regions.json'),
  tables: { users: ['profile'] },
  rows: { users: { ada: { 'profile:name': 'Ada' } } },
});

describe('UserNames in two regions', () => {
  let opened = [];

  const open = (appProfile) => {
    const names = new UserNames({ project: local.project, instance: local.instance, appProfile });
    opened.push(names);
    return names;
  };

  afterEach(async () => {
    await Promise.all(opened.map((names) => names.close()));
    opened = [];
  });

  it('reads the name of a user', async () => {
    expect(await open('at-eu').get('ada')).toBe('Ada');
  });

  it('reads an old name while the regions are cut from each other', async () => {
    const [eu, us] = [open('at-eu'), open('at-us')];
    await eu.set('bob', 'Bob');
    await untilReplicated();
    await local.faults.cut('us-a', 'eu-a');
    await us.set('bob', 'Robert');
    expect(await eu.get('bob')).toBe('Bob');
    await local.faults.heal();
    await untilReplicated();
    expect(await eu.get('bob')).toBe('Robert');
  });

  it('reads from the other region while the cluster of its own is stopped', async () => {
    const names = open('nearest');
    await names.set('eve', 'Eve');
    await untilReplicated();
    await local.faults.stopCluster('eu-a');
    expect(await names.get('eve')).toBe('Eve');
  });

  async function untilReplicated() {
    for (;;) {
      const [{ pendingRows }] = await local.faults.status();
      if (pendingRows === 0) return;
      await sleep(10);
    }
  }
});
