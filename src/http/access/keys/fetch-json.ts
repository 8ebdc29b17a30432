export interface FetchOptions {
  readonly signal: AbortSignal;
  /** Maximum size of the answer. */
  readonly bytesMax: number;
}

/** Fetches JSON without credentials and without following redirects. Rejects with the reason of a failure. */
export async function fetchJson(url: string, { signal, bytesMax }: FetchOptions): Promise<unknown> {
  // No keep-alive: the server might close the connection before the next request.
  const headers = { accept: 'application/json', connection: 'close' };
  const response = await fetch(url, { signal, redirect: 'error', headers });
  const text = await textOf(response, bytesMax);
  if (response.status !== 200) throw new Error(`${url} returned status ${response.status}`);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new Error(`${url} returned invalid JSON`, { cause });
  }
}

async function textOf({ body, url }: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early cancels the response.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error(`${url} returned more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
