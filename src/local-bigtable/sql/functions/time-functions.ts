import { evaluationError } from '../sql-error';
import {
  dateOfTimestamp,
  daysOf,
  floorDivide,
  isTimestamp,
  timestampOfDate,
  parseTimestamp,
} from '../types/date-time';
import { DATE, INT64, STRING, TIMESTAMP } from '../types/sql-type';
import { overloads, type Resolver } from './overload';

/** Functions of TIMESTAMP and DATE. Those with intervals are bound by the binder. */
export const TIME_FUNCTIONS: Readonly<Record<string, Resolver>> = {
  CURRENT_TIMESTAMP: (args) =>
    args.length > 0 ? undefined : { type: TIMESTAMP, evaluate: ({ nowMicros }) => nowMicros },
  CURRENT_DATE: (args) =>
    args.length > 0 ? undefined : { type: DATE, evaluate: ({ nowMicros }) => dateOfTimestamp(nowMicros) },
  TIMESTAMP: overloads(
    { params: [TIMESTAMP], result: TIMESTAMP, apply: (value: bigint) => value },
    {
      params: [STRING],
      result: TIMESTAMP,
      apply: (text: string) => {
        const micros = parseTimestamp(text);
        if (micros === undefined) throw evaluationError(`Invalid timestamp: '${text.slice(0, 100)}'`);
        return micros;
      },
    },
    { params: [DATE], result: TIMESTAMP, apply: timestampOfDate },
  ),
  DATE: overloads(
    { params: [TIMESTAMP], result: DATE, apply: dateOfTimestamp },
    {
      params: [INT64, INT64, INT64],
      result: DATE,
      apply: (year: bigint, month: bigint, day: bigint) => {
        const days = daysOf(Number(year), Number(month), Number(day));
        if (days === undefined) throw evaluationError(`Invalid date: ${year}-${month}-${day}`);
        return days;
      },
    },
  ),
  ...fromUnix('MICROS', 1n),
  ...fromUnix('MILLIS', 1_000n),
  ...fromUnix('SECONDS', 1_000_000n),
};

/** Returns the functions that convert between timestamps and numbers of a unit since 1970. */
function fromUnix(unit: string, micros: bigint): Record<string, Resolver> {
  const toTimestamp = overloads({
    params: [INT64],
    result: TIMESTAMP,
    apply: (value: bigint) => checkTimestamp(value * micros),
  });
  return {
    [`TIMESTAMP_${unit}`]: toTimestamp,
    [`TIMESTAMP_FROM_UNIX_${unit}`]: toTimestamp,
    [`UNIX_${unit}`]: overloads({
      params: [TIMESTAMP],
      result: INT64,
      apply: (value: bigint) => floorDivide(value, micros),
    }),
  };
}

/** Returns a timestamp if it is in the range from year 1 to 9999. Throws OUT_OF_RANGE. */
export function checkTimestamp(micros: bigint): bigint {
  if (!isTimestamp(micros)) throw evaluationError(`Timestamp is out of range: ${micros} microseconds`);
  return micros;
}
