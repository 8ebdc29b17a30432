/** Names that Bigtable takes for a family and for a table; families with a leading underscore are Tidemark's own. */
export const FAMILY_NAME = /^[A-Za-z0-9.-][A-Za-z0-9_.-]{0,63}$/;
export const CORPUS_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$/;
