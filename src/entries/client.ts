/** Entry `tidemark/client` of the package: the typed client of the API. It has no dependency and loads none. */
export * from '../client/index';
