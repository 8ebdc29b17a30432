/** Valid names of families and tables in Bigtable. Families with a leading underscore are reserved for Tidemark. */
export const FAMILY_NAME = /^[A-Za-z0-9.-][A-Za-z0-9_.-]{0,63}$/;
export const CORPUS_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$/;
