/** Lints the OpenAPI document on standard input; prints the problems as JSON. A program of its own, since the linter is an ES module. */
import { text } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const config = await createConfig({ extends: ['recommended-strict'] });
const problems = await lintFromString({ source: await text(process.stdin), config });
process.stdout.write(
  JSON.stringify(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])),
);
