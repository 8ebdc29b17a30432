/** A header by which a client tells the embedded Bigtable in which region it is; routing and delays there go by it. */
export const CLIENT_REGION_HEADER = 'tidemark-client-region';
