import { textTable } from '../../../../src/cli/shared/text-table';

it('makes columns as wide as their widest cell, without trailing spaces', () => {
  const rows = [
    ['users', 'profile'],
    ['pets', 'x'],
  ];
  expect(textTable(['corpus', 'type'], rows).split('\n')).toEqual([
    'corpus  type',
    '------  -------',
    'users   profile',
    'pets    x',
  ]);
  expect(textTable(['a', 'b'], [])).toBe('a  b\n-  -');
});
