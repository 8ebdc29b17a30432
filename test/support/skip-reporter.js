/** A suite with the reason in its own name is listed once. */
const SAYS_WHY = /not found|skipped/;

/** Lists skipped tests with their reasons at the end: their names contain the reason, which Jest's summary leaves out. */
module.exports = class SkipReporter {
  onRunComplete(_contexts, { testResults }) {
    const skipped = testResults
      .flatMap((file) => file.testResults)
      .filter(({ status }) => status === 'pending');
    const counts = new Map();
    for (const { ancestorTitles, title } of skipped) {
      const [suite = title] = ancestorTitles;
      const name = SAYS_WHY.test(suite) ? suite : [...ancestorTitles, title].join(' › ');
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    if (counts.size === 0) return;
    process.stderr.write('\nSkipped:\n');
    for (const [name, count] of counts) process.stderr.write(`  ${count} × ${name}\n`);
  }
};
