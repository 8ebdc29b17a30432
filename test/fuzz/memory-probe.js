/**
 * Loaded into a process under test with `--require`. At SIGUSR2 it collects garbage and writes the remaining memory to
 * the file that TIDEMARK_TEST_MEMORY_FILE names.
 */
const process = require('node:process');
const { setImmediate } = require('node:timers');
const { renameSync, writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const file = process.env.TIDEMARK_TEST_MEMORY_FILE;

if (file !== undefined) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('SIGUSR2', () => {
    collect();
    // Memory released by finalizers is free in the next turn only.
    setImmediate(() => {
      collect();
      writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()));
      renameSync(`${file}.new`, file);
    });
  });
}
