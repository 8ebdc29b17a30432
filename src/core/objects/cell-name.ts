import { invalidArgument } from '../../errors';

/** A DataType, or one cell of it. */
export interface CellName {
  readonly dataType: string;
  /** Absent: all SubTypes. */
  readonly subType?: string | undefined;
}

/** Parses `profile` or `profile/main`. A SubType may have further slashes. Throws `invalid_argument` that names `field`. */
export function parseCellName(text: string, field: string): CellName {
  const at = text.indexOf('/');
  if (text === '') throw invalidArgument(field, 'must not have an empty item');
  return at === -1 ? { dataType: text } : { dataType: text.slice(0, at), subType: text.slice(at + 1) };
}
