import { openDatabase, SERVICE_POOL, type Database } from '@arbiter/store';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Configuration } from '../../configuration';
import { CONFIGURATION, DATABASE } from './tokens';

/** Postgres, with the service's own rights. */
@Module({
  providers: [
    {
      provide: DATABASE,
      inject: [CONFIGURATION],
      useFactory: ({ app, postgresUrl, postgresConnections }: Configuration) =>
        openDatabase(postgresUrl, `arbiter-${app}`, postgresConnections, SERVICE_POOL),
    },
  ],
  exports: [DATABASE],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  onApplicationShutdown(): Promise<void> {
    return this.database.close();
  }
}
