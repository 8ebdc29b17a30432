import type { ComponentType } from 'preact';

/** A page of the console. Its code is loaded when it is first shown. */
export interface ConsoleRoute {
  /** Path below /console. Pages may have further segments, which they read themselves. */
  readonly path: string;
  readonly title: string;
  /** One sentence for the navigation's tooltip and the top of the page. */
  readonly summary: string;
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
}

/** All pages, in the order of the navigation. */
export const ROUTES: readonly ConsoleRoute[] = [
  {
    path: '/',
    title: 'Overview',
    summary: 'What the store does at this moment',
    load: () => import('./pages/overview/page'),
  },
  {
    path: '/topology',
    title: 'Topology',
    summary: 'Regions, clusters and replication between them',
    load: () => import('./pages/topology/page'),
  },
  {
    path: '/users',
    title: 'Users',
    summary: 'Everything that is stored about one user',
    load: () => import('./pages/users/page'),
  },
  {
    path: '/query',
    title: 'Query',
    summary: 'Requests built from the schema, with their answers',
    load: () => import('./pages/query/page'),
  },
  {
    path: '/campaigns',
    title: 'Campaigns',
    summary: 'What campaigns have bought and what they got',
    load: () => import('./pages/campaigns/page'),
  },
  {
    path: '/schema',
    title: 'Schema',
    summary: 'Corpora, DataTypes and who may read and write them',
    load: () => import('./pages/schema/page'),
  },
  {
    path: '/operations',
    title: 'Operations',
    summary: 'Background work, its backlog and the configuration',
    load: () => import('./pages/operations/page'),
  },
  {
    path: '/api',
    title: 'API',
    summary: 'Every endpoint, to read and to try',
    load: () => import('./pages/api/page'),
  },
];
