/** Schema and module of the pipeline that the tour of pipelines runs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const TASTE = { corpus: 'users', family: 'taste' } as const;
/** SubTypes that the pipeline writes with the same number of clicks: an object whose numbers differ is a mixture. */
export const TASTE_SUB_TYPES = ['clicks', 'clicks-again'] as const;
/** Name of the environment variable with the time for each object, in milliseconds. It slows a full pass down. */
export const TASTE_PAUSE = 'TOUR_PAUSE_MS';

const PROTO = `syntax = "proto3";
package tour.v1;
import "tidemark/v1/options.proto";

message Taste {
  option (tidemark.v1.data_type) = {
    family: "taste"
    corpus: "users"
    owner: "tour"
    provenance: "tour of pipelines"
    retention: { max_age_seconds: 86400 versions_max: 1 }
    purpose: "ads_personalization"
    lawful_basis: CONTRACT
    generations: true
  };
  uint32 clicks = 1;
}
`;

const MODULE = `'use strict';
const pauseMs = Number(process.env.${TASTE_PAUSE} ?? 0);

module.exports = {
  name: 'taste',
  corpus: 'users',
  reads: [{ dataType: 'ad_action', windowDays: 30, actions: ['click'] }],
  writes: ['taste'],
  async process(user) {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const value = { clicks: user.count('ad_action') };
    return ${JSON.stringify(TASTE_SUB_TYPES)}.map((subType) => ({ dataType: 'taste', subType, value }));
  },
};
`;

/** Writes both into the folder. Returns the paths. */
export function writeTastePipeline(folder: string): { readonly protos: string; readonly module: string } {
  const protos = join(folder, 'protos');
  const module = join(folder, 'taste.js');
  mkdirSync(join(protos, 'tour/v1'), { recursive: true });
  writeFileSync(join(protos, 'tour/v1/taste.proto'), PROTO);
  writeFileSync(module, MODULE);
  return { protos, module };
}
