import { createRequire } from 'node:module';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { checkDefinition } from '../../core/pipelines/check-definition';
import type { Pipeline } from '../../core/pipelines/pipeline';
import { invalidArgument, TidemarkError } from '../../errors';
import { isInternal } from '../objects/object-rules';

const EXTENSIONS = ['.js', '.cjs', '.mjs'];
const TYPESCRIPT = ['.ts', '.cts', '.mts'];

/**
 * Loads the pipeline that a module exports, as `module.exports` or by default. Throws `invalid_argument` that names
 * `file` if the module cannot be loaded, and the errors of `checkDefinition`.
 */
export async function loadPipeline(file: string, schema: Pick<SchemaRegistry, 'corpora'>): Promise<Pipeline> {
  const definition = await loadModule(resolve(file));
  return checkDefinition(definition, { corpora: schema.corpora(), isInternal });
}

/** Node.js 22.18 and later remove the types of TypeScript by themselves; others cannot load it. */
function checkExtension(path: string): void {
  const extension = extname(path);
  if (EXTENSIONS.includes(extension)) return;
  if (!TYPESCRIPT.includes(extension))
    throw invalidArgument('file', `must end with ${EXTENSIONS.join(', ')}`);
  if ('typescript' in process.features && process.features.typescript !== false) return;
  throw invalidArgument(
    'file',
    `this Node.js (${process.version}) does not run TypeScript: compile it to JavaScript, or use Node.js 22.18 or later`,
  );
}

async function loadModule(path: string): Promise<unknown> {
  checkExtension(path);
  try {
    return withoutDefault(await exportsOf(path));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TidemarkError('invalid_argument', `cannot load ${path}: ${reason}`, { field: 'file', cause });
  }
}

/** Modules of both kinds can be loaded. Before Node.js 22.12, `require` rejects ES modules. */
async function exportsOf(path: string): Promise<unknown> {
  try {
    return createRequire(path)(path);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_REQUIRE_ESM') throw error;
    return import(pathToFileURL(path).href);
  }
}

/** Compilers turn `export default` into a property of `module.exports`. */
function withoutDefault(exported: unknown): unknown {
  const isWrapped = typeof exported === 'object' && exported !== null && 'default' in exported;
  return isWrapped ? (exported as { readonly default: unknown }).default : exported;
}
