import type { ProvenanceReader, ServiceCore, VendorPlaces, WithdrawnSegments } from '@arbiter/platform';
import type { ReadsUnderWay } from './reads-under-way';

/** What reads are carried out with. */
export interface ReadingParts {
  readonly core: ServiceCore;
  readonly places: VendorPlaces;
  readonly provenances: ProvenanceReader;
  readonly reads: ReadsUnderWay;
  readonly withdrawn: WithdrawnSegments;
}
