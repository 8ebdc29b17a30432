import * as hooks from 'vitest';
import { useLocalBigtable } from 'tidemark/testing';
import { UserNames } from './user-names.js';

const { expect, it } = hooks;
const local = useLocalBigtable({
  hooks,
  tables: { users: ['profile'] },
  rows: { users: { ada: { 'profile:name': 'Ada' } } },
});

it('reads the name of a user', async () => {
  const names = new UserNames({ project: local.project, instance: local.instance });
  expect(await names.get('ada')).toBe('Ada');
  await names.close();
});
