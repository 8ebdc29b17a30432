/** Text of the OpenAPI document: words between backticks are code. */
export function Prose({ text }: { readonly text: string }) {
  const parts = text.split('`');
  return <>{parts.map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>;
}
