import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Configuration } from '../../configuration';
import { openDatabase, type Database } from '../../database';
import { CONFIGURATION, DATABASE } from './tokens';

/** A statement that takes longer says that Postgres is frozen, or that something else is wrong; milliseconds. */
const TIMEOUTS = { query: 20_000, connect: 5_000 };

/** Postgres, with the service's own rights. */
@Module({
  providers: [
    {
      provide: DATABASE,
      inject: [CONFIGURATION],
      useFactory: ({ app, postgresUrl, postgresConnections }: Configuration) =>
        openDatabase(postgresUrl, `arbiter-${app}`, postgresConnections, TIMEOUTS),
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
