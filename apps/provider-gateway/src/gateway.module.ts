import { Module, type DynamicModule, type FactoryProvider, type ModuleMetadata, type Provider } from '@nestjs/common';
import { Answers } from './answers';
import { AskServer, type AskServerOptions } from './ask-server';
import { Budgets } from './budgets';
import { CallRecords } from './call-records';
import { Calls } from './calls';
import { Contexts } from './contexts';
import { Gateway } from './gateway';
import { GATEWAY_PARTS, type GatewayParts } from './gateway-parts';
import { Library } from './library';
import { allOf } from './meter';
import { OnAsk } from './on-ask';
import { PrometheusMeter } from './prometheus-meter';
import { ProviderPool } from './provider-pool';
import { Questions } from './questions';

/** The providers of the module, each made of the parts that the module is given. */
const PROVIDERS: readonly Provider[] = [
  {
    provide: ProviderPool,
    inject: [GATEWAY_PARTS],
    useFactory: ({ createProvider }: GatewayParts) => new ProviderPool(createProvider),
  },
  {
    provide: PrometheusMeter,
    inject: [GATEWAY_PARTS],
    useFactory: ({ registry, logger }: GatewayParts) =>
      new PrometheusMeter(registry, (call) => logger.info(call, 'model call')),
  },
  {
    provide: CallRecords,
    inject: [GATEWAY_PARTS, PrometheusMeter],
    useFactory: ({ database, onTrouble }: GatewayParts, meter: PrometheusMeter) =>
      new CallRecords(database, onTrouble, (calls) => meter.lost(calls)),
  },
  {
    provide: Calls,
    inject: [GATEWAY_PARTS, ProviderPool, PrometheusMeter, CallRecords],
    useFactory: (
      { trace, database }: GatewayParts,
      pool: ProviderPool,
      meter: PrometheusMeter,
      records: CallRecords,
    ) => {
      const gates = { questions: new Questions(database), budgets: new Budgets(database) };
      return new Calls(pool, allOf(meter, records), gates, trace);
    },
  },
  {
    provide: Contexts,
    inject: [GATEWAY_PARTS],
    useFactory: ({ digestsOf }: GatewayParts) => new Contexts(digestsOf),
  },
  {
    provide: Answers,
    inject: [GATEWAY_PARTS, ProviderPool, Calls, Contexts, Library],
    useFactory: (
      { artifacts, environment }: GatewayParts,
      pool: ProviderPool,
      calls: Calls,
      contexts: Contexts,
      library: Library,
    ) => new Answers(artifacts, { pool, calls, contexts, library }, environment),
  },
  {
    provide: Library,
    inject: [GATEWAY_PARTS, ProviderPool],
    useFactory: (own: GatewayParts, pool: ProviderPool) => Library.on(own, pool),
  },
];

/** Everything between an ask and its answer, on the parts it is given. */
@Module({})
export class GatewayModule {
  static on(
    {
      imports = [],
      ...parts
    }: Pick<FactoryProvider<GatewayParts>, 'inject' | 'useFactory'> & Pick<ModuleMetadata, 'imports'>,
    options: AskServerOptions = {},
  ): DynamicModule {
    return {
      module: GatewayModule,
      imports,
      providers: [
        { provide: GATEWAY_PARTS, ...parts },
        ...PROVIDERS,
        {
          provide: AskServer,
          inject: [GATEWAY_PARTS, Answers],
          useFactory: (own: GatewayParts, answers: Answers) => new AskServer(own, answers, options),
        },
        OnAsk,
        Gateway,
      ],
      exports: [Gateway],
    };
  }
}
