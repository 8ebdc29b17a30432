import { join } from 'node:path';
import ts from 'typescript';
import type { Manifest } from './kustomize';

const ROOT = join(__dirname, '../../..');

const OPTIONS: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  types: [],
};

/** Groups that GKE adds to Kubernetes. Their types are in google-types.d.ts. */
const GOOGLE_GROUPS = [
  'gateway.networking.k8s.io/v1',
  'monitoring.googleapis.com/v1',
  'networking.gke.io/v1',
];

/**
 * Returns the type errors that the API server would report for each manifest: unknown keys, missing keys, values of the wrong type. In the
 * order of the manifests; the compiler runs once for all.
 */
export function typeProblems(manifests: readonly Manifest[]): readonly (readonly string[])[] {
  const sources = new Map(
    manifests.map((manifest, index) => [join(ROOT, `manifest-${index}.ts`), sourceOf(manifest)]),
  );
  const files = ts.createCompilerHost(OPTIONS);
  const host: ts.CompilerHost = {
    ...files,
    fileExists: (name) => sources.has(name) || files.fileExists(name),
    getSourceFile(name, target) {
      const source = sources.get(name);
      return source === undefined
        ? files.getSourceFile(name, target)
        : ts.createSourceFile(name, source, target);
    },
  };
  const program = ts.createProgram([...sources.keys()], OPTIONS, host);
  return [...sources.keys()].map((name) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(name))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
  );
}

function sourceOf(manifest: Manifest): string {
  const { apiVersion, kind } = manifest;
  const value = JSON.stringify(manifest, undefined, 2);
  return `import type { ${kind} } from '${moduleOf(apiVersion)}';\nexport const manifest: ${kind} = ${value};\n`;
}

/** Returns the module with the types of a version of a group. */
function moduleOf(apiVersion: string): string {
  if (GOOGLE_GROUPS.includes(apiVersion)) return './test/support/kubernetes/google-types';
  const group = apiVersion.includes('/') ? apiVersion.replace('.k8s.io', '') : `core/${apiVersion}`;
  return `kubernetes-types/${group}`;
}
