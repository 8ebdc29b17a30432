import { useState } from 'preact/hooks';
import { Button } from './button';

/** Time for which the button confirms that the text was copied, in milliseconds. */
const CONFIRMED_MS = 1_500;

interface CodeBlockProps {
  /** Name of the block for screen readers, such as "Request as curl". */
  readonly label: string;
  readonly code: string;
}

/** Code with a button that copies it. */
export function CodeBlock({ label, code }: CodeBlockProps) {
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    void navigator.clipboard.writeText(code).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), CONFIRMED_MS);
    });
  };
  return (
    <div class="code-block">
      <pre role="region" aria-label={label} tabIndex={0}>
        <code>{code}</code>
      </pre>
      <div class="code-copy">
        <Button kind="quiet" onClick={copy} label={`Copy: ${label}`}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </div>
  );
}
