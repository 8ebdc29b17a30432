import { readFileSync } from 'node:fs';
import { localCommand } from '../../../src/cli/local/local';
import { LINK_RANGES } from '../../../src/routing/topology/limits';
import { parseTopology } from '../../../src/routing/topology/topology-file';

const text = readFileSync('docs/local-bigtable.md', 'utf8');

describe('docs/local-bigtable.md', () => {
  it('the page shows two-clusters.json unchanged', () => {
    const shown = /```json\n([^]*?)```/.exec(text)?.[1] ?? '';
    expect(JSON.parse(shown)).toEqual(
      JSON.parse(readFileSync('infra/examples/topologies/two-clusters.json', 'utf8')),
    );
  });

  it('the page quotes an error unchanged', () => {
    const misspelt = { instances: { demo: { clusters: { 'eu-a': { regoin: 'eu' } } } } };
    const quoted = /^tidemark: (\S+): (.*) \(t\.json\) \[invalid_argument\]$/m.exec(text);
    expect(() => parseTopology(misspelt)).toThrow(
      expect.objectContaining({ field: quoted?.[1], message: quoted?.[2] }) as Error,
    );
  });

  it('the page lists every field of a link', () => {
    const list = text.slice(text.indexOf('- `between`'), text.indexOf('Regions without a link'));
    const listed = [...list.matchAll(/^- `(\w+)`/gm)].map((match) => match[1]);
    const flags = ['reorderRows', 'reorderWithinRow'];
    expect(listed.sort()).toEqual(['between', ...flags, ...Object.keys(LINK_RANGES)].sort());
  });

  it('the page names every command and no unknown one', () => {
    const commands = localCommand().commands.map((command) => command.name());
    const named = [...text.matchAll(/^npx tidemark local ([a-z]+[a-z-]*)/gm)].map((match) => match[1]!);
    expect(named.filter((name) => !commands.includes(name))).toEqual([]);
    expect(commands.filter((name) => !named.includes(name))).toEqual(['start-cluster']);
  });
});
