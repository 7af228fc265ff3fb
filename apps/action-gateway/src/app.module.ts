import { Global, Module, type DynamicModule } from '@nestjs/common';
import { branchOf, readsOfSweep, slotsBefore, stepsBefore } from '@arbiter/domain';
import {
  ProvenanceReader,
  ServiceCore,
  ServiceModule,
  ToolRunner,
  VendorPlaces,
  WithdrawnSegments,
  integer,
  type ServiceHost,
} from '@arbiter/platform';
import { ActionEvents } from './action-events';
import { gatewayDefinition } from './gateway-definition';
import { ReadsUnderWay } from './reads-under-way';

const REQUESTS_PER_SECOND = 200;

const placesOf = ({ environment }: ServiceCore, runner: ToolRunner): VendorPlaces =>
  new VendorPlaces(runner, integer(environment, 'ARBITER_VENDOR_REQUESTS_PER_SECOND', REQUESTS_PER_SECOND, 1, 100_000));

/** What actions are checked against and carried out with. */
@Global()
@Module({
  providers: [
    {
      provide: ToolRunner,
      inject: [ServiceCore],
      useFactory: ({ environment, clock }: ServiceCore) => new ToolRunner({ environment, clock }),
    },
    { provide: VendorPlaces, inject: [ServiceCore, ToolRunner], useFactory: placesOf },
    {
      provide: ProvenanceReader,
      inject: [ServiceCore],
      useFactory: (core: ServiceCore) =>
        new ProvenanceReader({ ...core, stepsBefore, slotsBefore, readsOfSweep, branchOf }),
    },
    {
      provide: WithdrawnSegments,
      inject: [ServiceCore],
      useFactory: (core: ServiceCore) => new WithdrawnSegments(core),
    },
    ReadsUnderWay,
  ],
  exports: [ToolRunner, VendorPlaces, ProvenanceReader, ReadsUnderWay, WithdrawnSegments],
})
class ToolsModule {}

@Module({})
export class AppModule {
  static on(host: ServiceHost): DynamicModule {
    const service = ServiceModule.forApp('action-gateway', host, gatewayDefinition, [
      ToolRunner,
      VendorPlaces,
      ProvenanceReader,
    ]);
    return { module: AppModule, controllers: [ActionEvents], imports: [ToolsModule, service] };
  }
}
