/** Checks the generated sections of docs/compatibility.md. `UPDATE_DOCS=1 npx jest test/unit/docs && npm run format` rewrites them. */
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { BIGTABLE_LIMITS, startLocalBigtable } from '../../../src/local-bigtable/index';
import { type Difference, KNOWN_DIFFERENCES } from '../../conformance/known-differences';
import { framed, rawCall } from '../../fuzz/raw-call';
import { type ApiMethod, bigtableMethods } from '../../support/bigtable-methods';
import { expectSection } from '../../support/doc-section';

const FILE = 'compatibility.md';
const UNIMPLEMENTED = '12';
const entries: [string, Difference][] = Object.entries(KNOWN_DIFFERENCES);

describe('docs/compatibility.md', () => {
  it('the page lists the methods that the running server implements and those that it rejects', async () => {
    const methods = bigtableMethods();
    const implemented = await implementedPaths(methods);
    const services = [...new Set(methods.map(({ service }) => service))];
    const lines = services.flatMap((service) => {
      const own = methods.filter((method) => method.service === service);
      return [
        `**\`${service}\`**`,
        '',
        `- implemented: ${names(own.filter(({ path }) => implemented.has(path)))}`,
        `- answered with UNIMPLEMENTED: ${names(own.filter(({ path }) => !implemented.has(path)))}`,
        '',
      ];
    });
    expectSection(FILE, 'methods', lines);
  });

  it('the page lists the limits', () => {
    const rows = Object.entries(BIGTABLE_LIMITS).map(
      ([name, limit]) => `- \`${name}\`: ${limit.toLocaleString('en')}${statusOfLimit(name)}`,
    );
    expectSection(FILE, 'limits', rows);
  });

  it.each([
    ['documented', undefined],
    ['documented for Google', 'google'],
    ['undocumented', 'undocumented'],
  ])('lists the differences that are %s', (section, follows) => {
    const lines = entries
      .filter(([, difference]) => difference.follows === follows)
      .flatMap(([id, difference]) => describeDifference(id, difference));
    expectSection(FILE, section, lines.length > 0 ? lines : ['None.']);
  });

  it('a conformance test covers every difference', () => {
    const folder = join(__dirname, '../../conformance');
    const tests = readdirSync(folder)
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n');
    expect(entries.map(([id]) => id).filter((id) => !tests.includes(`'${id}'`))).toEqual([]);
  });
});

/** Status of a limit that is not enforced with INVALID_ARGUMENT. */
function statusOfLimit(name: string): string {
  if (name.endsWith('PerInstanceMax')) return ' (RESOURCE_EXHAUSTED)';
  return name === 'rowBytesMax' ? ' (FAILED_PRECONDITION)' : '';
}

/** Methods that answer an empty request with anything but UNIMPLEMENTED. */
async function implementedPaths(methods: readonly ApiMethod[]): Promise<Set<string>> {
  const server = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
  const session = connect(`http://${server.endpoint}`);
  const implemented = new Set<string>();
  for (const { path } of methods) {
    const status = await rawCall(session, path, framed(Buffer.alloc(0)), { 'grpc-timeout': '1S' });
    if (status !== UNIMPLEMENTED) implemented.add(path);
  }
  session.close();
  await server.close();
  return implemented;
}

function names(methods: readonly ApiMethod[]): string {
  return methods.length === 0 ? 'none' : methods.map(({ name }) => `\`${name}\``).join(', ');
}

function describeDifference(id: string, { documented, source, embedded, google }: Difference): string[] {
  return [
    `- **${id}**: ${documented}`,
    ...(embedded === undefined ? [] : [`  The embedded server ${embedded}.`]),
    `  Google's emulator ${google}.`,
    `  Source: ${source}`,
  ];
}
