/**
 * Where a user's reservations are: impressions that were allowed and are under way, in his row. Written by transactions of
 * the row only, each of which leaves another version there.
 */
export const RESERVATION_FAMILY = '_rsv';

const HOUR_MS = 3_600_000;

/** Longer than any reservation lasts: what no transaction has removed is garbage then. */
export const RESERVATION_RETENTION_MS = 24 * HOUR_MS;

/** Reservations expire within it. */
export const RESERVATION_TTL_MAX_MS = HOUR_MS;
