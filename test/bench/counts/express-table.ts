/** Names in Bigtable of the Express service: apart from it, because its client takes a second to load. */
export const EXPRESS_TABLE = 'events';
export const EXPRESS_FAMILY = 'e';
