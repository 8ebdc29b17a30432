import { requestToken } from '../../data/token';
import type { TryRequest } from './try-request';

/** Part of an answer's body that is shown, in characters. */
const TEXT_MAX = 200_000;

export interface TryAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly tookMs: number;
  readonly headers: readonly (readonly [string, string])[];
  /** Body: JSON is indented. */
  readonly text: string;
  readonly isCut: boolean;
  /** Field and message of a problem. */
  readonly problem?: { readonly field?: string; readonly detail?: string } | undefined;
  /** Why there is no answer. */
  readonly failure?: string | undefined;
}

/** Sends a request to the server of this page. Never rejects. */
export async function sendRequest(request: TryRequest, signal: AbortSignal): Promise<TryAnswer> {
  try {
    const token = await requestToken();
    const { method, path, body } = request;
    const headers = { ...request.headers, ...(token !== '' && { authorization: `Bearer ${token}` }) };
    const startedMs = performance.now();
    const answer = await fetch(path, {
      method,
      headers,
      signal,
      cache: 'no-store',
      ...(body !== undefined && { body }),
    });
    const { text, isCut } = await beginningOf(answer);
    const { status, statusText } = answer;
    const json = parsed(text);
    return {
      status,
      statusText,
      tookMs: performance.now() - startedMs,
      headers: [...answer.headers],
      text: json === undefined ? text : JSON.stringify(json, undefined, 2),
      isCut,
      problem: status >= 400 ? (json as TryAnswer['problem']) : undefined,
    };
  } catch (error) {
    const none = { status: 0, statusText: '', tookMs: 0, headers: [], text: '', isCut: false };
    return {
      ...none,
      failure: `The request failed: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** Reads the body up to the limit, then cancels it: exports can be long. */
async function beginningOf({ body }: Response): Promise<{ readonly text: string; readonly isCut: boolean }> {
  if (body === null) return { text: '', isCut: false };
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text, isCut: false };
    text += value;
    if (text.length <= TEXT_MAX) continue;
    await reader.cancel();
    return { text: text.slice(0, TEXT_MAX), isCut: true };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
