import { textTable } from '../../../../src/cli/shared/text-table';

it('A table has columns as wide as their widest cell, and no trailing spaces', () => {
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

it('A table can right-align all columns but the first, or only their numbers', () => {
  const rows = [
    ['a', '1', 'x'],
    ['b', '100', '20'],
  ];
  expect(textTable(['', 'n', 'name'], rows, { align: 'numbers-right' }).split('\n')).toEqual([
    '   n    name',
    '-  ---  ----',
    'a    1  x',
    'b  100    20',
  ]);
  expect(textTable(['', 'n'], [['a', '1']], { align: 'right', widthMin: 4, isUnderlined: false })).toBe(
    '      n\na     1',
  );
});
