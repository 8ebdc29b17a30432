export interface FetchOptions {
  readonly signal: AbortSignal;
  /** More are not read. */
  readonly bytesMax: number;
}

/** Asks without credentials and follows nowhere: what is at the address is what is wanted. Rejects with what is wrong. */
export async function fetchJson(url: string, { signal, bytesMax }: FetchOptions): Promise<unknown> {
  // One that was kept for the next question might be closed by then.
  const headers = { accept: 'application/json', connection: 'close' };
  const response = await fetch(url, { signal, redirect: 'error', headers });
  const text = await textOf(response, bytesMax);
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}`);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new Error(`${url} answers something that is not JSON`, { cause });
  }
}

async function textOf({ body, url }: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early cancels the rest.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error(`${url} answers more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
