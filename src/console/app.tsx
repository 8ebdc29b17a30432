import { Route, Router, Switch } from 'wouter-preact';
import { Shell } from './shell/shell';
import { LazyPage } from './shell/lazy-page';
import { NotFound } from './shell/not-found';
import { ROUTES } from './routes';
import { SIGNED_IN_PATH, SignedIn } from './sign-in/signed-in';

/** The console: its frame, and the page that the path names. */
export function App() {
  return (
    <Router base="/console">
      <Shell>
        <Switch>
          {ROUTES.map((route) => (
            <Route key={route.path} path={patternOf(route.path)}>
              <LazyPage key={route.path} route={route} />
            </Route>
          ))}
          <Route path={SIGNED_IN_PATH}>
            <SignedIn />
          </Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Shell>
    </Router>
  );
}

/** A page also matches all paths below its own, except the one at the root. */
function patternOf(path: string): string {
  return path === '/' ? path : `${path}/*?`;
}
