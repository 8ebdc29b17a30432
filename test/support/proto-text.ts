/** Returns a proto file of package `acme.v1` that imports the options. */
export function acmeProto(body: string, imports: readonly string[] = []): string {
  const all = ['tidemark/v1/options.proto', ...imports].map((name) => `import "${name}";`);
  return `syntax = "proto3";\npackage acme.v1;\n${all.join('\n')}\n${body}\n`;
}

/** Returns the options of a valid DataType. `overrides` replaces lines, and undefined removes them. */
export function dataTypeOptions(overrides: Readonly<Record<string, string | undefined>> = {}): string {
  const lines: Record<string, string | undefined> = {
    family: '"pets"',
    corpus: '"users"',
    owner: '"pet-team"',
    provenance: '"survey"',
    retention: '{ max_age_seconds: 86400 versions_max: 2 }',
    purpose: '"pet_care"',
    lawful_basis: 'CONSENT',
    ...overrides,
  };
  const body = Object.entries(lines).filter(([, value]) => value !== undefined);
  return `option (tidemark.v1.data_type) = { ${body.map(([name, value]) => `${name}: ${value}`).join('\n')} };`;
}
