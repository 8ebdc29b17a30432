import { CodeBlock } from './code-block';

/** A value as indented JSON. */
export function Json({ label, value }: { readonly label: string; readonly value: unknown }) {
  return <CodeBlock label={label} code={JSON.stringify(value, undefined, 2) ?? 'undefined'} />;
}
