import type { SoakSystem } from '../site';

/** One temporary fault. `end` undoes the part of `begin` that does not mend by itself. */
export interface Disturbance {
  readonly name: string;
  readonly holdMilliseconds: number;
  begin(site: SoakSystem): Promise<void>;
  end(site: SoakSystem): Promise<void>;
}
