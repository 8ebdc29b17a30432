/**
 * ReadRows cases that all of Google's Bigtable clients share, from
 * https://github.com/googleapis/conformance-tests/blob/main/bigtable/v2/readrows.json (Apache-2.0, Google LLC), in a
 * compact notation, followed by additional ones.
 *
 * A chunk is a line of fields: `key= fam= qual= ts= val= size= label=`, and `commit` or `reset`. An expected cell is
 * `key fam:qual@ts=value label`; `!` stands for an error after the rows before it.
 */
export interface ReadRowsCase {
  readonly name: string;
  readonly chunks: readonly string[];
  readonly cells: readonly string[];
}

const RK = 'key=RK fam=A qual=C';
const RK1 = 'key=RK_1 fam=A qual=C';
const RK2 = 'key=RK_2 fam=A qual=C';
const BAD = ['!'];

function readRowsCase(name: string, chunks: readonly string[], cells: readonly string[]): ReadRowsCase {
  return { name, chunks, cells };
}

export const PUBLISHED_CASES: readonly ReadRowsCase[] = [
  readRowsCase('invalid: no commit', [`${RK} ts=100 val=v`], BAD),
  readRowsCase('invalid: no cell key before commit', ['commit'], BAD),
  readRowsCase('invalid: no cell key before value', ['ts=100 val=v'], BAD),
  readRowsCase(
    'invalid: new family without qualifier',
    [`${RK} ts=99 val=v1`, 'fam=B ts=98 val=v2 commit'],
    BAD,
  ),
  readRowsCase('bare commit implies ts=0', [`${RK} ts=100 val=v`, 'commit'], ['RK A:C@100=v', 'RK A:C@0=']),
  readRowsCase('simple row with timestamp', [`${RK} ts=100 val=v commit`], ['RK A:C@100=v']),
  readRowsCase('missing timestamp, implied ts=0', [`${RK} val=v commit`], ['RK A:C@0=v']),
  readRowsCase('empty cell value', [`${RK} commit`], ['RK A:C@0=']),
  readRowsCase(
    'two unsplit cells',
    [`${RK} ts=99 val=v1`, 'ts=98 val=v2 commit'],
    ['RK A:C@99=v1', 'RK A:C@98=v2'],
  ),
  readRowsCase(
    'two qualifiers',
    [`${RK} ts=99 val=v1`, 'qual=D ts=98 val=v2 commit'],
    ['RK A:C@99=v1', 'RK A:D@98=v2'],
  ),
  readRowsCase(
    'two families',
    [`${RK} ts=99 val=v1`, 'fam=B qual=E ts=98 val=v2 commit'],
    ['RK A:C@99=v1', 'RK B:E@98=v2'],
  ),
  readRowsCase(
    'with labels',
    [`${RK} ts=99 label=L_1 val=v1`, 'ts=98 label=L_2 val=v2 commit'],
    ['RK A:C@99=v1 L_1', 'RK A:C@98=v2 L_2'],
  ),
  readRowsCase(
    'split cell, bare commit',
    [`${RK} ts=100 val=v size=9`, 'val=alue-VAL', 'commit'],
    ['RK A:C@100=value-VAL', 'RK A:C@0='],
  ),
  readRowsCase('split cell', [`${RK} ts=100 val=v size=9`, 'val=alue-VAL commit'], ['RK A:C@100=value-VAL']),
  readRowsCase(
    'split four ways',
    [`${RK} ts=100 label=L val=v size=9`, 'val=a size=9', 'val=l size=9', 'val=ue-VAL commit'],
    ['RK A:C@100=value-VAL L'],
  ),
  readRowsCase(
    'two split cells',
    [`${RK} ts=99 val=v size=11`, 'val=alue-VAL_1', 'ts=98 val=v size=11', 'val=alue-VAL_2 commit'],
    ['RK A:C@99=value-VAL_1', 'RK A:C@98=value-VAL_2'],
  ),
  readRowsCase(
    'multi-qualifier splits',
    [`${RK} ts=99 val=v size=11`, 'val=alue-VAL_1', 'qual=D ts=98 val=v size=11', 'val=alue-VAL_2 commit'],
    ['RK A:C@99=value-VAL_1', 'RK A:D@98=value-VAL_2'],
  ),
  readRowsCase(
    'multi-qualifier multi-split',
    [
      `${RK} ts=99 val=v size=11`,
      'val=a size=11',
      'val=lue-VAL_1',
      'qual=D ts=98 val=v size=11',
      'val=a size=11',
      'val=lue-VAL_2 commit',
    ],
    ['RK A:C@99=value-VAL_1', 'RK A:D@98=value-VAL_2'],
  ),
  readRowsCase(
    'multi-family split',
    [
      `${RK} ts=99 val=v size=11`,
      'val=alue-VAL_1',
      'fam=B qual=E ts=98 val=v size=11',
      'val=alue-VAL_2 commit',
    ],
    ['RK A:C@99=value-VAL_1', 'RK B:E@98=value-VAL_2'],
  ),
  readRowsCase('invalid: no commit between rows', [`${RK1} ts=100 val=v`, `${RK2} ts=100 val=v`], BAD),
  readRowsCase(
    'invalid: no commit after first row',
    [`${RK1} ts=100 val=v`, `${RK2} ts=100 val=v commit`],
    BAD,
  ),
  readRowsCase(
    'invalid: last row missing commit',
    [`${RK1} ts=100 val=v commit`, `${RK2} ts=100 val=v`],
    ['RK_1 A:C@100=v', '!'],
  ),
  readRowsCase(
    'invalid: duplicate row key',
    [`${RK1} ts=100 val=v commit`, 'key=RK_1 fam=B qual=D ts=100 val=v commit'],
    ['RK_1 A:C@100=v', '!'],
  ),
  readRowsCase(
    'invalid: new row missing row key',
    [`${RK1} ts=100 val=v commit`, 'ts=100 val=v commit'],
    ['RK_1 A:C@100=v', '!'],
  ),
  readRowsCase(
    'two rows',
    [`${RK1} ts=100 val=v commit`, `${RK2} ts=100 val=v commit`],
    ['RK_1 A:C@100=v', 'RK_2 A:C@100=v'],
  ),
  readRowsCase(
    'two rows implicit timestamp',
    [`${RK1} val=v commit`, `${RK2} ts=100 val=v commit`],
    ['RK_1 A:C@0=v', 'RK_2 A:C@100=v'],
  ),
  readRowsCase(
    'two rows empty value',
    [`${RK1} commit`, `${RK2} ts=100 val=v commit`],
    ['RK_1 A:C@0=', 'RK_2 A:C@100=v'],
  ),
  readRowsCase(
    'two rows, one with multiple cells',
    [`${RK1} ts=99 val=v1`, 'ts=98 val=v2 commit', 'key=RK_2 fam=B qual=D ts=97 val=v3 commit'],
    ['RK_1 A:C@99=v1', 'RK_1 A:C@98=v2', 'RK_2 B:D@97=v3'],
  ),
  readRowsCase(
    'two rows, multiple cells',
    [
      `${RK1} ts=99 val=v1`,
      'qual=D ts=98 val=v2 commit',
      'key=RK_2 fam=B qual=E ts=97 val=v3',
      'qual=F ts=96 val=v4 commit',
    ],
    ['RK_1 A:C@99=v1', 'RK_1 A:D@98=v2', 'RK_2 B:E@97=v3', 'RK_2 B:F@96=v4'],
  ),
  readRowsCase(
    'two rows, multiple cells, multiple families',
    [
      `${RK1} ts=99 val=v1`,
      'fam=B qual=E ts=98 val=v2 commit',
      'key=RK_2 fam=M qual=O ts=97 val=v3',
      'fam=N qual=P ts=96 val=v4 commit',
    ],
    ['RK_1 A:C@99=v1', 'RK_1 B:E@98=v2', 'RK_2 M:O@97=v3', 'RK_2 N:P@96=v4'],
  ),
  readRowsCase(
    'two rows, four cells, two labels',
    [
      `${RK1} ts=99 label=L_1 val=v1`,
      'ts=98 val=v2 commit',
      'key=RK_2 fam=B qual=D ts=97 label=L_3 val=v3',
      'ts=96 val=v4 commit',
    ],
    ['RK_1 A:C@99=v1 L_1', 'RK_1 A:C@98=v2', 'RK_2 B:D@97=v3 L_3', 'RK_2 B:D@96=v4'],
  ),
  readRowsCase(
    'two rows with splits, same timestamp',
    [
      `${RK1} ts=100 val=v size=11`,
      'val=alue-VAL_1 commit',
      `${RK2} ts=100 val=v size=11`,
      'val=alue-VAL_2 commit',
    ],
    ['RK_1 A:C@100=value-VAL_1', 'RK_2 A:C@100=value-VAL_2'],
  ),
  readRowsCase('invalid: bare reset', ['reset'], BAD),
  readRowsCase('invalid: bad reset, no commit', ['reset', `${RK} ts=100 val=v`], BAD),
  readRowsCase(
    'invalid: missing key after reset',
    [`${RK} ts=100 val=v`, 'reset', 'ts=100 val=v commit'],
    BAD,
  ),
  readRowsCase('no data after reset', [`${RK} ts=100 val=v`, 'reset'], []),
  readRowsCase(
    'simple reset',
    [`${RK} ts=100 val=v`, 'reset', `${RK} ts=100 val=v commit`],
    ['RK A:C@100=v'],
  ),
  readRowsCase(
    'reset to new value',
    [`${RK} ts=100 val=v1`, 'reset', `${RK} ts=100 val=v2 commit`],
    ['RK A:C@100=v2'],
  ),
  readRowsCase(
    'reset to new qualifier',
    [`${RK} ts=100 val=v1`, 'reset', 'key=RK fam=A qual=D ts=100 val=v1 commit'],
    ['RK A:D@100=v1'],
  ),
  readRowsCase(
    'reset with splits',
    [`${RK} ts=100 val=v1`, 'ts=98 val=v2', 'reset', `${RK} ts=100 val=v2 commit`],
    ['RK A:C@100=v2'],
  ),
  readRowsCase(
    'reset two cells',
    [`${RK} ts=100 val=v1`, 'reset', `${RK} ts=100 val=v2`, 'ts=97 val=v3 commit'],
    ['RK A:C@100=v2', 'RK A:C@97=v3'],
  ),
  readRowsCase(
    'two resets',
    [`${RK} ts=100 val=v1`, 'reset', `${RK} ts=100 val=v2`, 'reset', `${RK} ts=100 val=v3 commit`],
    ['RK A:C@100=v3'],
  ),
  readRowsCase(
    'reset then two cells',
    [`${RK} ts=100 val=v1`, 'reset', 'key=RK fam=B qual=C ts=100 val=v2', 'qual=D ts=97 val=v3 commit'],
    ['RK B:C@100=v2', 'RK B:D@97=v3'],
  ),
  readRowsCase(
    'reset to new row',
    [`${RK1} ts=100 val=v1`, 'reset', `${RK2} ts=100 val=v2 commit`],
    ['RK_2 A:C@100=v2'],
  ),
  readRowsCase(
    'reset in between chunks',
    [`${RK} ts=100 label=L val=v size=10`, 'val=a size=10', 'reset', `${RK1} ts=100 val=v1 commit`],
    ['RK_1 A:C@100=v1'],
  ),
  readRowsCase(
    'invalid: reset with chunk',
    [`${RK} ts=100 label=L val=v size=10`, 'val=a size=10 reset'],
    BAD,
  ),
  readRowsCase(
    'invalid: commit with chunk',
    [`${RK} ts=100 label=L val=v size=10`, 'val=a size=10 commit'],
    BAD,
  ),
  readRowsCase(
    'empty cell chunk',
    [`${RK} ts=100 val=v`, '', 'commit'],
    ['RK A:C@100=v', 'RK A:C@0=', 'RK A:C@0='],
  ),
  readRowsCase(
    'same qualifier in multiple families',
    [`${RK} ts=100 val=v`, 'fam=B qual=C val=v1 commit'],
    ['RK A:C@100=v', 'RK B:C@0=v1'],
  ),
];

export const FURTHER_CASES: readonly ReadRowsCase[] = [
  readRowsCase(
    'invalid: row keys descend',
    [`${RK2} val=v commit`, `${RK1} val=v commit`],
    ['RK_2 A:C@0=v', '!'],
  ),
  readRowsCase('invalid: a row without family', ['key=RK qual=C val=v commit'], BAD),
  readRowsCase('invalid: a row without qualifier', ['key=RK fam=A val=v commit'], BAD),
  readRowsCase('empty qualifier', ['key=RK fam=A qual= val=v commit'], ['RK A:@0=v']),
  readRowsCase(
    'the row key is repeated within the row',
    [`${RK} val=v`, 'key=RK val=w commit'],
    ['RK A:C@0=v', 'RK A:C@0=w'],
  ),
  readRowsCase('several labels', [`${RK} label=a label=b val=v commit`], ['RK A:C@0=v a,b']),
  readRowsCase(
    'labels are not inherited by the next cell',
    [`${RK} label=a`, 'val=v commit'],
    ['RK A:C@0= a', 'RK A:C@0=v'],
  ),
  readRowsCase(
    'the row key is repeated within a split value',
    [`${RK} val=a size=2`, 'key=RK val=b commit'],
    ['RK A:C@0=ab'],
  ),
  readRowsCase('invalid: a split value is too long', [`${RK} val=abc size=4`, 'val=de commit'], BAD),
  readRowsCase('invalid: a split value is too short', [`${RK} val=abc size=9`, 'val=de commit'], BAD),
  readRowsCase(
    'invalid: a split value changes its size',
    [`${RK} val=a size=3`, 'val=b size=4', 'val=c commit'],
    BAD,
  ),
  readRowsCase(
    'invalid: a new cell within a split value',
    [`${RK} val=a size=3`, 'qual=D val=bc commit'],
    BAD,
  ),
  readRowsCase(
    'invalid: a new timestamp within a split value',
    [`${RK} val=a size=3`, 'ts=7 val=bc commit'],
    BAD,
  ),
  readRowsCase('invalid: a cell over the limit', [`${RK} val=a size=1001`], BAD),
  readRowsCase('invalid: the answer ends within a split value', [`${RK} val=a size=3`], BAD),
  readRowsCase('invalid: reset with data', [`${RK} val=a`, 'val=b reset'], BAD),
  readRowsCase('a row after a reset does not inherit', [`${RK} val=a`, 'reset', 'key=RK val=b commit'], BAD),
];
