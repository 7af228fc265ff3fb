import type { Site } from '../site';

/** One thing that goes wrong for a while. `end` puts right what `begin` did, as far as it does not mend by itself. */
export interface Disturbance {
  readonly name: string;
  readonly holdMilliseconds: number;
  begin(site: Site): Promise<void>;
  end(site: Site): Promise<void>;
}
