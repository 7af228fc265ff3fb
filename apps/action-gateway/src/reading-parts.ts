import { ArtifactRegistry } from '@arbiter/artifacts';
import { DatabaseClock } from '@arbiter/resilience';
import { ProvenanceReader, WithdrawnSegments } from '@arbiter/store';
import { Inject, Injectable } from '@nestjs/common';
import { VendorPlaces } from './tools/vendor-places';
import { ReadsUnderWay } from './reads-under-way';

/** The services that carry out reads. */
@Injectable()
export class ReadingParts {
  @Inject(ArtifactRegistry) readonly artifacts!: ArtifactRegistry;
  @Inject(DatabaseClock) readonly clock!: DatabaseClock;
  @Inject(VendorPlaces) readonly places!: VendorPlaces;
  @Inject(ProvenanceReader) readonly provenances!: ProvenanceReader;
  @Inject(ReadsUnderWay) readonly reads!: ReadsUnderWay;
  @Inject(WithdrawnSegments) readonly withdrawn!: WithdrawnSegments;
}
