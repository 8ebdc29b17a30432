import { Link } from 'wouter-preact';
import { EmptyState } from '../components/empty-state';

/** Shown for a path that no page has. */
export function NotFound() {
  return (
    <>
      <header class="page-head">
        <h1>No such page</h1>
      </header>
      <EmptyState title="The console has no page with this address">
        <Link href="/">Go to the overview</Link>
      </EmptyState>
    </>
  );
}
