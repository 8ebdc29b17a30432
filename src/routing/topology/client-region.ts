/** Header with the client's region, sent to the embedded Bigtable, which uses it for routing and simulated delays. */
export const CLIENT_REGION_HEADER = 'tidemark-client-region';
