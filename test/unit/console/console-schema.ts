/** The schema as the server returns it, and as the console's pages get it. */
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { schemaView } from '../../../src/codec/declarations/schema-view';
import type { Corpus } from '../../../src/console/pages/query/request';

/** Returns the corpora of the built-in proto files, and those of the folders. */
export function corporaOf(protoPaths: readonly string[] = []): readonly Corpus[] {
  return (
    JSON.parse(JSON.stringify(schemaView(loadSchema({ protoPaths })))) as { corpora: readonly Corpus[] }
  ).corpora;
}
