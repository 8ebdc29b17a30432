/** Wire types of protobuf fields. https://protobuf.dev/programming-guides/encoding/ */
export const VARINT = 0;
export const FIXED64 = 1;
export const LENGTH_DELIMITED = 2;
export const START_GROUP = 3;
export const END_GROUP = 4;
export const FIXED32 = 5;

/** Maximum length of a varint, in bytes. */
export const VARINT_BYTES_MAX = 10;
