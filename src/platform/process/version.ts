/** As in package.json, which a unit test compares. */
export const VERSION = '0.1.0';
