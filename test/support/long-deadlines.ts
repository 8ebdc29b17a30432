/** Time enough for any answer on a busy machine: what is refused for want of time is not what the tests are about. */
export const LONG_DEADLINES = { TIDEMARK_HTTP_REQUEST_TIMEOUT_MS: '30000', TIDEMARK_HTTP_SHEDDING: 'off' };
