import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, parseDockerfile } from './dockerfile';

const DOCKERFILE = join(__dirname, '../../../infra/docker/Dockerfile');

/** The variables that every container of the image has. */
export function imageEnvironment(): Readonly<Record<string, string>> {
  return environmentOf(parseDockerfile(readFileSync(DOCKERFILE, 'utf8')).at(-1)!);
}
