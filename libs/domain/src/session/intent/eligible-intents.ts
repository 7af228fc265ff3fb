import type { ArtifactBundle } from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';

export interface Audience {
  readonly tenant: string;
  readonly customerId: string;
  readonly channel: string;
}

/** CL-01: the intents a person may be understood to have, by channel and by rollout. */
export const eligibleIntents = ({ intents }: Pick<ArtifactBundle, 'intents'>, audience: Audience): readonly string[] =>
  intents
    .filter(({ channels }) => channels === undefined || channels.includes(audience.channel))
    .filter(
      ({ intent, rolloutPercentage }) =>
        rolloutPercentage === undefined || percentileOf(intent, audience) < rolloutPercentage,
    )
    .map(({ intent }) => intent);

/** From 0 to 99, always the same for one customer and intent: raising the percentage only adds customers. */
const percentileOf = (intent: string, { tenant, customerId }: Audience): number =>
  Number.parseInt(canonicalHash({ tenant, intent, customerId }).slice(0, 8), 16) % 100;
