/** Version of Tidemark; equal to that of package.json, which a unit test checks. */
export const VERSION = '0.1.0';
