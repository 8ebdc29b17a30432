import type { ComponentChildren } from 'preact';
import { Navigation } from './navigation';
import { TokenDialog } from './token-dialog';
import { Toolbar } from './toolbar';

/** Frame of all pages: skip link, navigation, toolbar, and the page itself. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="shell">
      <a class="skip-link" href="#main">
        Skip to content
      </a>
      <Navigation />
      <Toolbar />
      <main id="main" class="shell-main" tabIndex={-1}>
        {children}
      </main>
      <TokenDialog />
    </div>
  );
}
