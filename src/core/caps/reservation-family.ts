/**
 * Family of reservations in a user's row: impressions that were allowed and are in flight. Only transactions of the row
 * write it, and each leaves another version there.
 */
export const RESERVATION_FAMILY = '_rsv';

const HOUR_MS = 3_600_000;

/** Age at which reservations are garbage, in milliseconds. It is longer than the lifetime of any reservation. */
export const RESERVATION_RETENTION_MS = 24 * HOUR_MS;

/** Maximum lifetime of a reservation, in milliseconds. */
export const RESERVATION_TTL_MAX_MS = HOUR_MS;
