import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** A copy of the configuration to run Terraform in, so that the checkout stays as it is. */
export interface Workspace {
  /** Holds `terraform/`, and what its modules read besides: all as it is now, whatever happens to them meanwhile. */
  readonly root: string;
  /** A new folder in the workspace. */
  makeFolder(): string;
  remove(): void;
}

/** Folders beside `terraform` that modules read files of. */
export const READ_BY_MODULES = ['infra', 'docs'] as const;
/** Itself is nothing that a module reads. */
const CHECK_FOLDER = __dirname;
const NOT_COPIED = /\.terraform$|\.terraform\.lock\.hcl$|\.tfstate(\.backup)?$/;

export function openWorkspace(projectFolder: string): Workspace {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-terraform-'));
  cpSync(join(projectFolder, 'terraform'), join(root, 'terraform'), {
    recursive: true,
    filter: (path) => !NOT_COPIED.test(path),
  });
  for (const name of READ_BY_MODULES) {
    cpSync(join(projectFolder, name), join(root, name), {
      recursive: true,
      filter: (path) => path !== CHECK_FOLDER,
    });
  }
  return {
    root,
    makeFolder: () => mkdtempSync(join(root, 'data-')),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Root modules, as paths from the workspace: `terraform/environments/dev`. */
export function environmentsOf({ root }: Workspace): string[] {
  const folder = join(root, 'terraform/environments');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `terraform/environments/${name}`)
    .sort();
}

/** Modules with tests of their own: folders with a `*.tftest.hcl`, or with one in their `tests`. */
export function testedModulesOf({ root }: Workspace): string[] {
  const files = readdirSync(join(root, 'terraform'), { recursive: true, encoding: 'utf8' });
  const folders = files
    .filter((file) => file.endsWith('.tftest.hcl'))
    .map((file) => dirname(join(root, 'terraform', file)).replace(/\/tests$/, ''));
  return [...new Set(folders)].map((folder) => relative(root, folder)).sort();
}
