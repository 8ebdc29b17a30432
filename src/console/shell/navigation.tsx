import { Link, useLocation } from 'wouter-preact';
import { ROUTES } from '../routes';
import { Icon } from './icon';

/** Links to all pages: a column beside the page, a row above it on phones. */
export function Navigation() {
  const [location] = useLocation();
  return (
    <nav class="nav" aria-label="Pages">
      <div class="nav-content">
        <Link href="/" class="brand" aria-label="Tidemark">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7" />
            <path d="M5 13q5.5-5 11 0t11 0M5 21q5.5-5 11 0t11 0" />
          </svg>
          <span>Tidemark</span>
        </Link>
        <ul>
          {ROUTES.map(({ path, title, summary }) => (
            <li key={path}>
              <Link href={path} title={summary} aria-current={isCurrent(location, path) ? 'page' : undefined}>
                <Icon name={path} />
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

function isCurrent(location: string, path: string): boolean {
  return location === path || (path !== '/' && location.startsWith(`${path}/`));
}
