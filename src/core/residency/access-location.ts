/**
 * Name of the HTTP header and of the message attribute that state the access location of a request: the country from
 * which the subject is accessed.
 */
export const ACCESS_LOCATION = 'tidemark-access-location';
