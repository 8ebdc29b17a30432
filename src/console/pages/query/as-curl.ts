import type { QueryRequest } from './request';

/** Returns a request as a curl command. `token` stands for the bearer token: the token itself is never shown. */
export function asCurl(
  { path, body, consistency }: QueryRequest,
  { origin, hasToken }: { readonly origin: string; readonly hasToken: boolean },
): string {
  const lines = [`curl -s ${shellWord(origin + path)}`];
  if (hasToken) lines.push('-H "authorization: Bearer $TIDEMARK_TOKEN"');
  if (consistency !== undefined) lines.push(`-H ${shellWord(`tidemark-consistency: ${consistency}`)}`);
  if (body !== undefined) {
    lines.push("-H 'content-type: application/json'");
    lines.push(`-d ${shellWord(JSON.stringify(body, undefined, 2))}`);
  }
  return lines.join(' \\\n  ');
}

/** Returns the text as one word of a shell, in single quotes unless it has only safe characters. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
