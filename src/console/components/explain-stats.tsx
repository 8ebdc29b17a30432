import type { CountExplanation } from '../../client';
import { countOf, duration, wholeNumber } from '../data/format';
import { Stat, StatList } from './stat';

/** Cost of a count: what was read, and the time of each step. */
export function ExplainStats({ explain }: { readonly explain: CountExplanation }) {
  const { events, duplicates, rawCells, rawBytes, blocks, blockBytes, lookups, micros } = explain;
  const total = Object.values(micros).reduce((sum, each) => sum + each, 0);
  return (
    <StatList>
      <Stat
        label="Events scanned"
        value={wholeNumber(events)}
        note={`${countOf(duplicates, 'duplicate')}, counted once`}
      />
      <Stat label="Raw cells" value={wholeNumber(rawCells)} note={countOf(rawBytes, 'byte')} />
      <Stat label="Packed blocks" value={wholeNumber(blocks)} note={countOf(blockBytes, 'byte')} />
      <Stat
        label="Time"
        value={duration(total / 1_000)}
        note={`read ${duration(micros.read / 1_000)} · decode ${duration(micros.decode / 1_000)} · count ${duration(micros.count / 1_000)} · ${countOf(lookups, 'lookup')}`}
      />
    </StatList>
  );
}
