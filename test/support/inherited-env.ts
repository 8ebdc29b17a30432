/**
 * Environment of processes that must not depend on that of the tests: where programs are, and what saves processor time at their
 * start (`NODE_COMPILE_CACHE`, and `REGISTER_TS_SOURCES` of infra/scripts/process-bundles.js).
 */
export const INHERITED_ENV: NodeJS.ProcessEnv = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE', 'REGISTER_TS_SOURCES'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
