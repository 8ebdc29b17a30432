import type { IdSet } from '../../core/columns/id-set';
import { uint32s } from '../../core/columns/pooled-arrays';
import { AnswerBuffer } from '../json/answer-buffer';

/**
 * Ids as members of a JSON object that are all 0, `"id":0,`, in UTF-8: member `i` is `bytes` from `ends[i - 1]` (or 0)
 * up to `ends[i]`. Most counts are 0, so most of an answer is copied unchanged.
 */
export interface ZeroMembers {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/** Number of bytes after a key and its colon: the number and the comma. */
export const ZERO_AND_COMMA = 2;

const COLON = 0x3a;
const ZERO = 0x30;
const COMMA = 0x2c;
const MEMBER_MARKS = 1 + ZERO_AND_COMMA;

const scratch = new AnswerBuffer();

export function zeroMembers(ids: IdSet): ZeroMembers {
  const ends = uint32s(ids.size);
  scratch.begin();
  for (let id = 0; id < ends.length; id++) {
    scratch.jsonString(ids.text(id)).reserve(MEMBER_MARKS);
    scratch.char(COLON);
    scratch.char(ZERO);
    scratch.char(COMMA);
    ends[id] = scratch.length;
  }
  return { bytes: scratch.finish(), ends };
}
