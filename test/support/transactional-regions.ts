import { THREE_REGIONS } from './consistency-world';

const {
  instances: { tidemark },
  ...rest
} = THREE_REGIONS;
/** Three regions with single-row transactions, for reservations. */
export const TRANSACTIONAL_REGIONS = {
  ...rest,
  instances: {
    tidemark: {
      ...tidemark,
      appProfiles: { ...tidemark.appProfiles, tx: { cluster: 'eu-a', transactions: true } },
    },
  },
};
