import { isTidemarkError, type TidemarkError } from '../../client';
import { openTokenDialog } from '../data/token';
import { signInSettings } from '../sign-in/settings';
import { SignInButton } from '../sign-in/sign-in-button';
import { Button } from './button';
import { adviceFor } from './error-advice';

interface ErrorNoteProps {
  readonly error: unknown;
  /** Repeats what failed. Absent: there is no button for it. */
  readonly onRetry?: (() => void) | undefined;
}

/** A failure: its code, its message, the field that is wrong, and what to do. */
export function ErrorNote({ error, onRetry }: ErrorNoteProps) {
  const known = isTidemarkError(error) ? error : undefined;
  const needsToken = known?.code === 'unauthenticated';
  return (
    <div class="error-note" role="alert">
      <p class="error-title">
        <code>{known?.code ?? 'console_error'}</code>{' '}
        {known?.field !== undefined && (
          <span>
            in <code>{known.field}</code>
          </span>
        )}
      </p>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      {known !== undefined && <Advice error={known} />}
      <div class="actions">
        {needsToken && (
          <>
            <SignInButton kind="primary" />
            <Button kind={signInSettings.value === undefined ? 'primary' : 'plain'} onClick={openTokenDialog}>
              Set token
            </Button>
          </>
        )}
        {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
      </div>
    </div>
  );
}

function Advice({ error }: { readonly error: TidemarkError }) {
  return (
    <p class="muted small">
      {adviceFor(error)}
      {error.requestId !== undefined && (
        <>
          {' '}
          Request <code>{error.requestId}</code>
        </>
      )}
    </p>
  );
}
