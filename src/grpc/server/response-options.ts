/** Pseudo-header and content type of every answer. */
export const HEAD: Readonly<Record<string, string | number>> = {
  ':status': 200,
  'content-type': 'application/grpc',
};

/** Clients ignore the header `date`, which costs both sides time. */
export const MESSAGES_FOLLOW = { waitForTrailers: true, sendDate: false };

export const NOTHING_FOLLOWS = { endStream: true, sendDate: false };
