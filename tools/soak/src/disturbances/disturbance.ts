import type { SoakSystem } from '../site';

/** One thing that goes wrong for a while. `end` puts right what `begin` did, as far as it does not mend by itself. */
export interface Disturbance {
  readonly name: string;
  readonly holdMilliseconds: number;
  begin(site: SoakSystem): Promise<void>;
  end(site: SoakSystem): Promise<void>;
}
